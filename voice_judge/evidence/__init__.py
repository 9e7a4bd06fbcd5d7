"""The game's sound as evidence: kept turn by turn, cut into clips, judged again. Nothing of it leaves the machine."""
