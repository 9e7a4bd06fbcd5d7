"""The command line's commands, a module each: `add` tells its options, the rest does the work."""
