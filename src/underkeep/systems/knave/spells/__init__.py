"""The hundred spells: how they are written down, and what each of their effects does, a file a family."""
