"""The embedded speech model, built from public parts."""
