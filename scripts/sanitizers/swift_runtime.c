// Annotates, for ThreadSanitizer, two places where Swift's own libraries, which are not built with it, hand memory from thread to
// thread. Without this, every contended Mutex and many continuations are reported as races. scripts/sanitize builds and preloads this
// file; it is not part of the package.
//
// The layouts and calling conventions are those of Swift 6 on Linux (include/swift/ABI/Task.h of the Swift project).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define ASYNC __attribute__((swiftasynccall))

// The original function with this name.
static void *original(void **kept, const char *name) {
    void *found = __atomic_load_n(kept, __ATOMIC_RELAXED);
    if (found) return found;
    found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    __atomic_store_n(kept, found, __ATOMIC_RELAXED);
    return found;
}

static void acquire(void *address) {
    if (__tsan_acquire) __tsan_acquire(address);
}

// Mutex.lock() while another thread holds it, and unlock() while another waits. The fast paths are inlined into instrumented code.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
SWIFT void lockSlow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT void lockSlow(uint32_t thread, SELF void *mutex) {
    static void *kept;
    SWIFT void (*lock)(uint32_t, SELF void *) = original(&kept, LOCK_SLOW);
    lock(thread, mutex);
    acquire(mutex);
}

#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
SWIFT void unlockSlow(SELF void *mutex) __asm__(UNLOCK_SLOW);
SWIFT void unlockSlow(SELF void *mutex) {
    static void *kept;
    SWIFT void (*unlock)(SELF void *) = original(&kept, UNLOCK_SLOW);
    if (__tsan_release) __tsan_release(mutex);
    unlock(mutex);
}

// An await whose continuation was already resumed continues at once. The runtime reports the resumption, but not this.
typedef struct Continuation Continuation;
typedef ASYNC void Resumption(__attribute__((swift_async_context)) Continuation *);
struct Continuation {
    void *parent;
    Resumption *resume;
    uintptr_t flags;
};
enum { HAS_EXECUTOR = 2 };

extern SWIFT void *swift_task_getCurrent(void);
// Between the await and the resumption that follows it on the same thread.
static __thread Resumption *resumption;

static ASYNC void resumedAlready(__attribute__((swift_async_context)) Continuation *continuation) {
    acquire(swift_task_getCurrent());
    continuation->resume = resumption;
    __attribute__((musttail)) return continuation->resume(continuation);
}

ASYNC void swift_continuation_await(Continuation *continuation) {
    static void *kept;
    ASYNC void (*await)(Continuation *) = original(&kept, "swift_continuation_await");
    acquire(swift_task_getCurrent());
    if (!(continuation->flags & HAS_EXECUTOR)) {
        resumption = continuation->resume;
        continuation->resume = resumedAlready;
    }
    __attribute__((musttail)) return await(continuation);
}
