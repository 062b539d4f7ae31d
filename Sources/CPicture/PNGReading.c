#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "Picture.h"

/// libpng's state, outside the function that calls `setjmp`, whose own variables a jump leaves undefined.
typedef struct {
    png_structp decoder;
    png_infop info;
    const uint8_t *bytes;
    size_t count, position;
    size_t limit;        // how far the decoder may read now
    size_t row_bytes;    // of a row of the file, unpacked
    uint8_t *pixels;     // one row, or all rows of an interlaced picture
} png_reading;

static void read_bytes(png_structp decoder, png_bytep target, size_t count) {
    png_reading *reading = png_get_io_ptr(decoder);
    if (count > reading->limit - reading->position) png_error(decoder, "cut");
    memcpy(target, reading->bytes + reading->position, count);
    reading->position += count;
}

static void on_error(png_structp decoder, png_const_charp text) {
    (void)text;
    png_longjmp(decoder, 1);
}

static void on_warning(png_structp decoder, png_const_charp text) {
    (void)decoder;
    (void)text;
}

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// Reads the size from the first chunk before libpng sees anything, which would not say what it dislikes.
static closecast_picture_status check_size(const uint8_t *bytes, size_t count) {
    int has_header = count >= 33 && png_sig_cmp(bytes, 0, 8) == 0 && memcmp(bytes + 8, "\0\0\0\x0DIHDR", 8) == 0;
    if (!has_header) return CLOSECAST_PICTURE_DAMAGED;
    return picture_size_check(big_endian(bytes + 16), big_endian(bytes + 20), CLOSECAST_PICTURE_MAXIMUM_PIXELS);
}

static void limit(png_structp decoder) {
    png_set_user_limits(decoder, CLOSECAST_PICTURE_MAXIMUM_SIDE, CLOSECAST_PICTURE_MAXIMUM_SIDE);
    png_set_chunk_malloc_max(decoder, 1 << 20);
    png_set_chunk_cache_max(decoder, 8);
    // Of the chunks beside the pixels only the palette's transparency matters; none of the others is unpacked or even looked at.
    static const png_byte others[] =
        "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0zTXt";
    png_set_keep_unknown_chunks(decoder, PNG_HANDLE_CHUNK_NEVER, others, sizeof others / 5);
}

/// Whatever is stored, four bytes a pixel come out.
static void ask_for_four_channels(png_structp decoder) {
    png_set_expand(decoder);
    png_set_scale_16(decoder);
    png_set_gray_to_rgb(decoder);
    png_set_add_alpha(decoder, 0xFF, PNG_FILLER_AFTER);
}

/// Reads one row into `pixels`.
///
/// After the last one libpng unpacks whatever the compressed data still hold, and throws it away: gigabytes, from a small file.
/// Twice the bytes of a row are enough for a row, and 64 KiB for checksums and the heads of chunks.
static void read_row(png_reading *reading, png_bytep pixels, int is_last) {
    size_t left = reading->count - reading->position, enough = 2 * reading->row_bytes + (1 << 16);
    if (is_last && left > enough) reading->limit = reading->position + enough;
    png_read_row(reading->decoder, pixels, NULL);
    reading->limit = reading->count;
}

/// Reads a picture whose rows come from top to bottom; only one is in memory.
static closecast_picture_status read_rows(png_reading *reading, uint32_t width, uint32_t height, picture_frame *frame) {
    reading->pixels = malloc((size_t)width * 4);
    if (!reading->pixels) return CLOSECAST_PICTURE_TOO_LARGE;
    for (uint32_t y = 0; y < height; y++) {
        read_row(reading, reading->pixels, y + 1 == height);
        picture_frame_push(frame, reading->pixels, 4);
    }
    return CLOSECAST_PICTURE_OK;
}

/// Reads a picture that becomes finer in seven passes, which needs all of it in memory: at most 64 MiB.
static closecast_picture_status read_interlaced(
    png_reading *reading, uint32_t width, uint32_t height, int passes, picture_frame *frame) {
    reading->pixels = malloc((size_t)width * height * 4);
    if (!reading->pixels) return CLOSECAST_PICTURE_TOO_LARGE;
    size_t stride = (size_t)width * 4;
    for (int pass = 1; pass <= passes; pass++) {
        for (uint32_t y = 0; y < height; y++) read_row(reading, reading->pixels + y * stride, pass == passes && y + 1 == height);
    }
    for (uint32_t y = 0; y < height; y++) picture_frame_push(frame, reading->pixels + y * stride, 4);
    return CLOSECAST_PICTURE_OK;
}

static closecast_picture_status decode(png_reading *reading, picture_target target, picture_frame *frame) {
    png_structp decoder = reading->decoder;
    if (setjmp(png_jmpbuf(decoder))) return CLOSECAST_PICTURE_DAMAGED;
    limit(decoder);
    png_set_read_fn(decoder, reading, read_bytes);
    png_read_info(decoder, reading->info);
    uint32_t width = png_get_image_width(decoder, reading->info), height = png_get_image_height(decoder, reading->info);
    reading->row_bytes = png_get_rowbytes(decoder, reading->info);
    ask_for_four_channels(decoder);
    int passes = png_set_interlace_handling(decoder);
    png_read_update_info(decoder, reading->info);
    if (png_get_rowbytes(decoder, reading->info) != (size_t)width * 4) return CLOSECAST_PICTURE_INTERNAL;
    closecast_picture_status status = picture_frame_init(frame, width, height, target);
    if (status != CLOSECAST_PICTURE_OK) return status;
    status = passes == 1 ? read_rows(reading, width, height, frame) : read_interlaced(reading, width, height, passes, frame);
    if (status != CLOSECAST_PICTURE_OK) return status;
    png_read_end(decoder, NULL);
    // A PNG has nothing behind its end; what does is also another kind of file.
    return reading->position == reading->count ? CLOSECAST_PICTURE_OK : CLOSECAST_PICTURE_DAMAGED;
}

closecast_picture_status picture_read_png(
    const uint8_t *bytes, size_t count, picture_target target, picture_frame *frame) {
    closecast_picture_status status = check_size(bytes, count);
    if (status != CLOSECAST_PICTURE_OK) return status;
    png_reading reading = {.bytes = bytes, .count = count, .limit = count};
    reading.decoder = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
    if (!reading.decoder) return CLOSECAST_PICTURE_INTERNAL;
    reading.info = png_create_info_struct(reading.decoder);
    status = reading.info ? decode(&reading, target, frame) : CLOSECAST_PICTURE_INTERNAL;
    png_destroy_read_struct(&reading.decoder, &reading.info, NULL);
    free(reading.pixels);
    return status;
}
