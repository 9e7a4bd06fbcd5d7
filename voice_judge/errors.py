"""Errors that a user can mend."""


class UserError(Exception):
    """Something the user gave is wrong: the message says what, where (file and line) and what to do, in Russian.

    The command line prints it in one line and exits with code 2.
    """
