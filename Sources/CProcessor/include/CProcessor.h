// What Swift cannot ask a processor: it has no intrinsic for `cpuid`.
#ifndef CLOSECAST_CPROCESSOR_H
#define CLOSECAST_CPROCESSOR_H

/// 1 to 4 on x86-64 (https://gitlab.com/x86-psABIs/x86-64-ABI, "Micro-architecture levels"; only the levels that the
/// kernels are compiled for are told apart: 1, 3 and 4), 0 on every other architecture.
int closecast_processor_level(void);

/// How many processors this process may run on (`sched_getaffinity`, which Swift's Glibc module does not show), at least 1.
int closecast_processor_count(void);

#endif
