"""Sound in, words out; text in, sound out."""
