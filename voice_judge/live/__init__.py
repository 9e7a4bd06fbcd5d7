"""A game at a live table: microphone, voice, clock, music, keys and screen round one moderator."""
