"""What scripts/train.py is made of."""
