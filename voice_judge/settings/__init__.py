"""The judge's settings: one TOML file, every key documented."""
