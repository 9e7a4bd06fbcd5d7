"""The acoustic network, what it is trained towards and how."""
