"""What this chapter brings: the structs that this game keeps in the places the core leaves to it."""

from __future__ import annotations

from underkeep.kernel.codec import Battle, Sheet
from underkeep.procedures.chapter import Chapter
from underkeep.systems.rampage.basics.battle import RampageBattle
from underkeep.systems.rampage.basics.sheet import RampageSheet

CHAPTER = Chapter(own={Sheet: (RampageSheet,), Battle: (RampageBattle,)})
