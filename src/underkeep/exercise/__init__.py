"""Scenes in which rules are met: short games, played only through the front doors, and the proof that a rule decides."""
