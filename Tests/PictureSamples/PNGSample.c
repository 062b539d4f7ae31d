#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "PictureSamples.h"

static void write_bytes(png_structp encoder, png_bytep bytes, size_t count) {
    sample_bytes *result = png_get_io_ptr(encoder);
    result->bytes = realloc(result->bytes, result->count + count);
    memcpy(result->bytes + result->count, bytes, count);
    result->count += count;
}

static void flush(png_structp encoder) { (void)encoder; }

sample_bytes sample_png(
    const uint8_t *rows, uint32_t width, uint32_t height, int colour, int depth, int is_interlaced, const uint8_t *palette,
    const uint8_t *alphas, int entries) {
    sample_bytes result = {NULL, 0};
    png_structp encoder = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(encoder);
    png_set_write_fn(encoder, &result, write_bytes, flush);
    png_set_IHDR(
        encoder, info, width, height, depth, colour, is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (palette) png_set_PLTE(encoder, info, (png_const_colorp)palette, entries);
    if (alphas) png_set_tRNS(encoder, info, alphas, entries, NULL);
    png_write_info(encoder, info);
    size_t length = png_get_rowbytes(encoder, info);
    png_bytep *pointers = malloc(height * sizeof *pointers);
    for (uint32_t y = 0; y < height; y++) pointers[y] = (png_bytep)(rows + y * length);
    png_write_image(encoder, pointers);
    png_write_end(encoder, NULL);
    png_destroy_write_struct(&encoder, &info);
    free(pointers);
    return result;
}
