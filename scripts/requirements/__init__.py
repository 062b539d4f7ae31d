"""What scripts need from PyPI: a file of exact versions for each purpose, and the environments that are made of them."""
