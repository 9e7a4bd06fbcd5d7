"""The judge's page and the hall's screen: two servers beside the game, in processes of their own (docs/console.md)."""
