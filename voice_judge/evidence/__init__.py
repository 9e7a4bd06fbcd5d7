"""The sound of a game, kept on request, and the clips that show what was said."""
