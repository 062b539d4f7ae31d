"""What scripts/models/train.py is made of."""
