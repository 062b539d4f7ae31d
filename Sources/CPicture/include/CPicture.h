// Decodes a picture from an unknown sender and re-encodes it as JPEG, with libjpeg, libpng and libwebp. Only the program
// closecast-picture calls this: a fault of a decoder then ends a process that holds nothing and may do nothing.
#ifndef CLOSECAST_CPICTURE_H
#define CLOSECAST_CPICTURE_H

#include <stddef.h>
#include <stdint.h>

enum {
    /// The largest file: 10 MiB.
    CLOSECAST_PICTURE_MAXIMUM_BYTES = 10 << 20,
    /// The most pixels of a JPEG, which is decoded scaled down: 50 x 2^20, so that the 8,160 x 6,144 of telephones fit.
    CLOSECAST_PICTURE_MAXIMUM_JPEG_PIXELS = 50 << 20,
    /// The most pixels of a PNG or a WebP picture: 4,096 x 4,096.
    CLOSECAST_PICTURE_MAXIMUM_PIXELS = 16 << 20,
    /// The longest side of a picture.
    CLOSECAST_PICTURE_MAXIMUM_SIDE = 65535,
    /// The largest edge that can be asked for.
    CLOSECAST_PICTURE_MAXIMUM_EDGE = 4096,
    /// The memory of a confined process in bytes: 256 MiB.
    CLOSECAST_PICTURE_MEMORY_BYTES = 256 << 20,
    /// The processor time of a confined process in seconds.
    CLOSECAST_PICTURE_SECONDS = 5,
};

typedef enum {
    CLOSECAST_PICTURE_JPEG,
    CLOSECAST_PICTURE_PNG,
    CLOSECAST_PICTURE_WEBP,
} closecast_picture_type;

/// What becomes of a picture that is not square.
typedef enum {
    /// The square in its middle, scaled to `edge` by `edge` pixels.
    CLOSECAST_PICTURE_SQUARE,
    /// All of it, scaled down until its longer side has at most `edge` pixels; a smaller one keeps its size.
    CLOSECAST_PICTURE_WHOLE,
} closecast_picture_shape;

/// Results, which are the exit statuses of closecast-picture too.
typedef enum {
    CLOSECAST_PICTURE_OK = 0,
    /// Not a picture of the type, or a damaged one.
    CLOSECAST_PICTURE_DAMAGED = 65,
    /// More pixels than the maximum, or more memory needed than the process has.
    CLOSECAST_PICTURE_TOO_LARGE = 66,
    /// A bug, or memory for the answer is missing.
    CLOSECAST_PICTURE_INTERNAL = 70,
} closecast_picture_status;

/// Decodes a picture completely and encodes it, in the shape and size that are asked for, as a baseline JPEG of quality 85 without any
/// metadata. The orientation of a JPEG's EXIF is applied; transparent pixels become white; of an animated PNG the still picture counts, and animated WebP is refused.
///
/// The number of pixels is checked before memory for them is allocated. On success `*jpeg` holds `*jpeg_count` bytes, to be freed
/// with `closecast_picture_free`.
closecast_picture_status closecast_picture_reencode(
    const uint8_t *_Nonnull bytes, size_t count, closecast_picture_type type, uint32_t edge, closecast_picture_shape shape,
    uint8_t *_Nullable *_Nonnull jpeg, size_t *_Nonnull jpeg_count);

void closecast_picture_free(uint8_t *_Nullable jpeg);

typedef enum {
    /// The system refused a limit: decode nothing.
    CLOSECAST_PICTURE_UNCONFINED,
    /// The limits hold, but the kernel has no seccomp.
    CLOSECAST_PICTURE_LIMITED,
    /// The limits hold and system calls are filtered.
    CLOSECAST_PICTURE_FILTERED,
} closecast_picture_confinement;

/// Takes from this process, for good, what a decoder does not need: memory beyond 256 MiB, processor time beyond 5 s, files, core
/// dumps, new privileges, and all system calls but those that read and write open descriptors, allocate memory and exit. Open
/// descriptors other than standard input, output and errors are closed.
closecast_picture_confinement closecast_picture_confine(void);

#endif
