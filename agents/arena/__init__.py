"""Players against each other: games, ratings, tables and pictures. Needs the extra ``arena``."""

from gosu_env.agents.arena.arena import Arena
from gosu_env.agents.arena.folder import Folder
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.play import AgentError
from gosu_env.agents.arena.settings import Entrant, Settings
from gosu_env.agents.arena.standings import Standings

__all__ = ["AgentError", "Arena", "Entrant", "Folder", "Outcome", "Settings", "Standings"]
