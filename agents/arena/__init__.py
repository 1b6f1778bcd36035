"""Players against each other: games, ratings, tables and pictures. Needs the extra ``arena``."""

from agents.arena.arena import Arena
from agents.arena.folder import Folder
from agents.arena.outcome import Outcome
from agents.arena.play import AgentError
from agents.arena.settings import Entrant, Settings
from agents.arena.standings import Standings

__all__ = ["AgentError", "Arena", "Entrant", "Folder", "Outcome", "Settings", "Standings"]
