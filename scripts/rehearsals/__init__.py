"""Programs as they run for people: killed, backed up, behind a proxy, and as the documentation shows them."""
