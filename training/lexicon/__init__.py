"""Words to phones: the phone set, grapheme to phoneme, the vocabulary and the lexicon file."""
