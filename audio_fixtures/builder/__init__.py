"""How the recordings of audio_fixtures/ are made: voices, sound files, the manifest, the game day."""
