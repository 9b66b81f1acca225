"""Errors made for the user: one sentence that says what is wrong and where."""


class UnderkeepError(ValueError):
    """Shown as it is, with exit code 2 and no traceback."""
