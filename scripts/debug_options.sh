# Options of every debug build, read by scripts/test and scripts/build: with other options, everything would be compiled again. One
# process compiles a module's files, instead of one process per core that each reads all of them; lines are enough for a backtrace.
debug_options=(-Xswiftc -driver-batch-count -Xswiftc 1 -Xswiftc -gline-tables-only -Xcc -g0 -Xswiftc -use-ld=lld)
