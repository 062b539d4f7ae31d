// Encoders for pictures that tests send, and helpers for child processes.
#ifndef PICTURE_SAMPLES_H
#define PICTURE_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

/// Bytes that are freed with `free`; NULL if the library failed.
typedef struct {
    uint8_t *_Nullable bytes;
    size_t count;
} sample_bytes;

/// Encodes pixels of `channels` bytes: 1 grey, 3 red, green, blue, 4 inks as Adobe stores them. Without subsampling.
sample_bytes sample_jpeg(
    const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, int channels, int quality, int is_progressive);

/// Encodes rows as libpng takes them: `colour` and `depth` are those of the format's IHDR. `palette` has 3 bytes an entry and
/// `alphas` one; both are for colour type 3.
sample_bytes sample_png(
    const uint8_t *_Nonnull rows, uint32_t width, uint32_t height, int colour, int depth, int is_interlaced,
    const uint8_t *_Nullable palette, const uint8_t *_Nullable alphas, int entries);

/// Encodes 4 bytes a pixel: red, green, blue, alpha.
sample_bytes sample_webp(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, int is_lossless);

/// Decodes a JPEG to 3 bytes a pixel.
sample_bytes sample_jpeg_pixels(const uint8_t *_Nonnull jpeg, size_t count, uint32_t *_Nonnull width, uint32_t *_Nonnull height);

/// The system calls that `sample_confined_calls` tries.
enum {
    SAMPLE_SOCKET,
    SAMPLE_SOCKETPAIR,
    SAMPLE_CONNECT,
    SAMPLE_OPEN,
    SAMPLE_EXECVE,
    SAMPLE_FORK,
    SAMPLE_KILL,
    SAMPLE_PTRACE,
    SAMPLE_UNLINK,
    SAMPLE_EXECUTABLE_MEMORY,
    SAMPLE_MEMORY_BEYOND_LIMIT,
    SAMPLE_INHERITED_FILE,
    SAMPLE_CALLS,
};

/// Forks, confines the child and tries each call there. Writes their `errno` to `errors`, 0 for a call that worked.
///
/// - Returns: the result of `confine`, or -1 if the child did not end by itself.
int sample_confined_calls(int (*_Nonnull confine)(void), int *_Nonnull errors);

#endif
