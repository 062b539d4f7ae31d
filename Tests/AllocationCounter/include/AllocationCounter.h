// Counts the calls of malloc on each thread, so that a test can show that a loop makes none.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How often malloc, calloc, realloc or posix_memalign was called so far on this thread.
long allocation_count(void);

#endif
