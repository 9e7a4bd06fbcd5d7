"""The stages from public parts to a finished, measured model."""
