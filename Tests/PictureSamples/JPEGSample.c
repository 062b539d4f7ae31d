#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "PictureSamples.h"

// libjpeg's own error handler ends the process: in a test, that is as good as a failure.

sample_bytes sample_jpeg(const uint8_t *pixels, uint32_t width, uint32_t height, int channels, int quality, int is_progressive) {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    encoder.err = jpeg_std_error(&errors);
    jpeg_create_compress(&encoder);
    uint8_t *bytes = NULL;
    unsigned long count = 0;
    jpeg_mem_dest(&encoder, &bytes, &count);
    encoder.image_width = width;
    encoder.image_height = height;
    encoder.input_components = channels;
    encoder.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 4 ? JCS_CMYK : JCS_RGB;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, quality, TRUE);
    encoder.comp_info[0].h_samp_factor = encoder.comp_info[0].v_samp_factor = 1;
    encoder.write_Adobe_marker = channels == 4;
    if (is_progressive) jpeg_simple_progression(&encoder);
    jpeg_start_compress(&encoder, TRUE);
    while (encoder.next_scanline < height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder.next_scanline * width * (size_t)channels);
        jpeg_write_scanlines(&encoder, &row, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    return (sample_bytes){bytes, count};
}

sample_bytes sample_jpeg_pixels(const uint8_t *jpeg, size_t count, uint32_t *width, uint32_t *height) {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    decoder.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, jpeg, count);
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_RGB;
    jpeg_start_decompress(&decoder);
    *width = decoder.output_width;
    *height = decoder.output_height;
    sample_bytes result = {malloc((size_t)*width * *height * 3), (size_t)*width * *height * 3};
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW row = result.bytes + (size_t)decoder.output_scanline * *width * 3;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
    return result;
}
