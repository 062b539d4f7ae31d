"""Tests of the server and its pages in Chromium, and the servers for them, which other folders use too."""
