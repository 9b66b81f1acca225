"""Scenes in which rules are met: short games, played through the front doors only, and the proof that a rule decides."""
