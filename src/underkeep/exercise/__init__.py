"""Scenes in which rules are met: short games through the front doors, and the proof that a rule decides."""
