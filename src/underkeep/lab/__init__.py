"""What is measured over many games, by the same rules that are played."""
