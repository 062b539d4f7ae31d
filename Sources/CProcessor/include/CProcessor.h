// Queries about the processor that Swift cannot make: it has no intrinsic for `cpuid`.
#ifndef CLOSECAST_CPROCESSOR_H
#define CLOSECAST_CPROCESSOR_H

/// Returns the x86-64 level of this processor and operating system: 1, 3 or 4, or 0 on other architectures. Level 2 counts as 1,
/// because no kernels are compiled for it. Source: https://gitlab.com/x86-psABIs/x86-64-ABI, "Micro-architecture levels".
int closecast_processor_level(void);

/// Returns the number of processors that this process may run on, at least 1. Uses `sched_getaffinity`, whose macros Swift's Glibc
/// module does not import.
int closecast_processor_count(void);

#endif
