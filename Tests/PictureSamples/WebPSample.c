#include <webp/encode.h>

#include "PictureSamples.h"

sample_bytes sample_webp(const uint8_t *pixels, uint32_t width, uint32_t height, int is_lossless) {
    sample_bytes result = {NULL, 0};
    int stride = (int)width * 4;
    result.count = is_lossless ? WebPEncodeLosslessRGBA(pixels, (int)width, (int)height, stride, &result.bytes)
                               : WebPEncodeRGBA(pixels, (int)width, (int)height, stride, 95, &result.bytes);
    return result;
}
