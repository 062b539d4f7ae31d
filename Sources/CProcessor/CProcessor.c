#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CProcessor.h"

#if defined(__x86_64__)
#include <cpuid.h>

// Returns the register state that the operating system saves on a context switch. The processor may support AVX-512 when the
// system does not.
static unsigned long long saved_state(void) {
    unsigned int low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return ((unsigned long long)high << 32) | low;
}

static int has(unsigned int value, unsigned int bits) { return (value & bits) == bits; }

int closecast_processor_level(void) {
    unsigned int a, b, c, d, leaf7_b, extended_c;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 1;
    const unsigned int leaf1_c = c;
    if (!__get_cpuid_count(7, 0, &a, &leaf7_b, &c, &d)) return 1;
    if (!__get_cpuid(0x80000001, &a, &b, &extended_c, &d)) return 1;

    const unsigned int avx2_leaf1 = bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C | bit_SSE4_2 | bit_POPCNT;
    if (!has(leaf1_c, avx2_leaf1)) return 1;
    if (!has(leaf7_b, bit_AVX2 | bit_BMI | bit_BMI2)) return 1;
    if (!has(extended_c, bit_LZCNT)) return 1;
    const unsigned long long state = saved_state();
    if ((state & 0x6) != 0x6) return 1;  // XMM and YMM

    if (!has(leaf7_b, bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL)) return 3;
    if ((state & 0xE0) != 0xE0) return 3;  // mask registers, ZMM0-15 high halves, ZMM16-31
    return 4;
}
#else
int closecast_processor_level(void) { return 0; }
#endif

int closecast_processor_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

// OpenBLAS does not know processors that are newer than itself, such as Emerald Rapids for the version 0.3.21 of Debian 12, and runs its
// oldest kernels on them, which are several times slower. It reads the variable only while it chooses, so the choice is made again, before
// the program has threads that could read the environment meanwhile. `setenv` would move the environment, next to which Swift finds the
// program's arguments. A library without these functions keeps its choice.
__attribute__((constructor)) static void choose_openblas_kernels(void) {
    const int level = closecast_processor_level();
    char *(*core)(void) = (char *(*)(void))dlsym(RTLD_DEFAULT, "openblas_get_corename");
    void (*forget)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "gotoblas_dynamic_quit");
    void (*choose)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "gotoblas_dynamic_init");
    if (level < 3 || !core || !forget || !choose || getenv("OPENBLAS_CORETYPE") || strcmp(core(), "Prescott") != 0) return;
    char wanted[] = "OPENBLAS_CORETYPE=SkylakeX", older[] = "OPENBLAS_CORETYPE=Haswell";
    char *only[] = {level == 4 ? wanted : older, NULL}, **all = environ;
    environ = only;
    forget();
    choose();
    environ = all;
}
