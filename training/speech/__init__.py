"""Recordings and synthetic speech for the training: sources, texts, augmentation, features on disk."""
