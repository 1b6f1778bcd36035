"""A Ray cluster of two nodes on this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two nodes of one core each, whose processes find this project as this one does."""
    import ray  # noqa: PLC0415  (an extra)
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.second = made.add_node(num_cpus=1)
    made.wait_for_nodes()
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()
