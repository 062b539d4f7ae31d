#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CPicture.h"

// Sanitizers reserve terabytes of addresses and make system calls of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static int limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit old;
    if (getrlimit(resource, &old) != 0) return 0;
    // A limit that is lower already stays.
    struct rlimit new = {soft < old.rlim_max ? soft : old.rlim_max, hard < old.rlim_max ? hard : old.rlim_max};
    return setrlimit(resource, &new) == 0;
}

static int set_limits(void) {
    return (IS_SANITIZED || limit(RLIMIT_AS, CLOSECAST_PICTURE_MEMORY_BYTES, CLOSECAST_PICTURE_MEMORY_BYTES))
        // First SIGXCPU, whose meaning is clear, then SIGKILL.
        && limit(RLIMIT_CPU, CLOSECAST_PICTURE_SECONDS, CLOSECAST_PICTURE_SECONDS + 1)
        && limit(RLIMIT_NOFILE, 0, 0) && limit(RLIMIT_FSIZE, 0, 0) && limit(RLIMIT_CORE, 0, 0) && limit(RLIMIT_NPROC, 0, 0)
        && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/// Closes what was inherited beside standard input, output and errors.
static void close_files(void) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0) return;
#endif
    long last = sysconf(_SC_OPEN_MAX);
    for (int descriptor = 3; descriptor < (last < 0 || last > 65536 ? 65536 : last); descriptor++) close(descriptor);
}

#ifdef ARCHITECTURE

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
/// Allows one system call.
#define CALL(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ALLOW
/// Allows a system call unless it makes memory executable. Both architectures are little-endian: the low half of an argument is
/// first.
#define CALL_WITHOUT_EXEC(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD(args[2]), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), REFUSE, ALLOW

/// What decoding takes. All else fails with EPERM: sockets, files, programs, processes, signals to others, and whatever will be
/// new.
static int filter_calls(void) {
    if (IS_SANITIZED) return 0;
    struct sock_filter code[] = {
        LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        CALL(read), CALL(write), CALL(close),
        CALL(brk), CALL(munmap), CALL(mremap), CALL(madvise),
        CALL(futex), CALL(getrandom), CALL(clock_gettime), CALL(sched_yield),
        CALL(rt_sigprocmask), CALL(rt_sigreturn), CALL(restart_syscall),
        CALL(exit), CALL(exit_group),
        // Last: both load an argument over the number. Whichever matches returns.
        CALL_WITHOUT_EXEC(mmap), CALL_WITHOUT_EXEC(mprotect),
        REFUSE,
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

#else

static int filter_calls(void) { return 0; }

#endif

closecast_picture_confinement closecast_picture_confine(void) {
    close_files();
    if (!set_limits()) return CLOSECAST_PICTURE_UNCONFINED;
    return filter_calls() ? CLOSECAST_PICTURE_FILTERED : CLOSECAST_PICTURE_LIMITED;
}
