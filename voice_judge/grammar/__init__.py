"""What may be said and how it is answered: grammars/ loaded, listed and matched."""
