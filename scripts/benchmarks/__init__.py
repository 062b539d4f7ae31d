"""What scripts/bench measures, and other benchmarks that are started by themselves, with the programs that they compare with."""
