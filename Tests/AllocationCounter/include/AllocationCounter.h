// Watches malloc on each thread: a test can show that a loop does not call it, or that no large block was requested.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stddef.h>

/// How often malloc, calloc, realloc or posix_memalign was called so far on this thread.
long allocation_count(void);

/// The largest block requested on this thread since the last call of this function, in bytes.
size_t largest_allocation(void);

#endif
