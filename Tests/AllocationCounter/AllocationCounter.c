// The executable's own definitions take precedence over glibc's, which remain reachable under their second names.
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
static _Thread_local size_t largest;

long allocation_count(void) { return calls; }

size_t largest_allocation(void) {
    const size_t answer = largest;
    largest = 0;
    return answer;
}

#ifdef COUNTS_ALLOCATIONS

static void note(size_t size) {
    calls++;
    if (size > largest) largest = size;
}

void *malloc(size_t size) {
    note(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    note(size);
    return __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note(size);
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

#endif
