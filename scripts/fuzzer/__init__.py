"""What scripts/fuzz-server sends to the server and the command line, and schemathesis, which varies what the OpenAPI document says."""
