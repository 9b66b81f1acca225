"""The imperative shell round a game: what a seat sees, and how facts become words."""
