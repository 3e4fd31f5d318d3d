"""What is said to a person whose input cannot be used."""


class UserError(ValueError):
    """One sentence: what was expected, what was found, what to do. Entry points print it and exit with status 2."""
