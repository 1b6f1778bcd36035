"""How long an algorithm may learn, in CPU seconds, which are the same on a busy machine as on an idle one."""

from __future__ import annotations

import time


class Budget:
    """CPU seconds of this process, all of its threads together, from when this is made or begun anew."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begin()

    def begin(self) -> None:
        self._begun = time.process_time()

    @property
    def spent(self) -> float:
        return time.process_time() - self._begun

    def over(self) -> bool:
        """Whether nothing is left."""
        return self.spent >= self.seconds
