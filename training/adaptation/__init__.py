"""A finished model adapted to the voices of one club, with that club's own recordings, on its own machine."""
