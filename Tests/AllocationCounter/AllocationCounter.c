// The executable's own definitions stand before glibc's, which stay reachable under their second names.
#include "AllocationCounter.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// A sanitizer has its own malloc and needs it before it is set up; the tests that count are left out then (scripts/sanitize).
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define COUNTS_ALLOCATIONS
#endif

static _Thread_local long calls;

long allocation_count(void) { return calls; }

#ifdef COUNTS_ALLOCATIONS

void *malloc(size_t size) {
    calls++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    calls++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    calls++;
    return __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    calls++;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

#endif
