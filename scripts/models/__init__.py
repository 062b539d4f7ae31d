"""Training and export of models, what their tests compare them with, and their accuracy."""
