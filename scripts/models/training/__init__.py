"""What scripts/models/train.py and train_volatility.py are made of."""
