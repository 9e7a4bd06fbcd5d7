"""voice-judge: an offline, Russian-speaking assistant for judges of sport Mafia."""

__version__ = "0.1.0"
