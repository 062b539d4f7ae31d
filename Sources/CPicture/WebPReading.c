#include <string.h>

#include <webp/decode.h>

#include "Picture.h"

/// A WebP file is one RIFF chunk, which says how long it is: nothing may be missing and nothing may follow.
static int is_whole(const uint8_t *bytes, size_t count) {
    if (count < 20 || memcmp(bytes, "RIFF", 4) != 0 || memcmp(bytes + 8, "WEBP", 4) != 0) return 0;
    uint64_t length = (uint64_t)bytes[4] | (uint64_t)bytes[5] << 8 | (uint64_t)bytes[6] << 16 | (uint64_t)bytes[7] << 24;
    return length + (length & 1) + 8 == count;
}

static closecast_picture_status status_of(VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK: return CLOSECAST_PICTURE_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return CLOSECAST_PICTURE_TOO_LARGE;
    default: return CLOSECAST_PICTURE_DAMAGED;
    }
}

closecast_picture_status picture_read_webp(
    const uint8_t *bytes, size_t count, picture_target target, picture_frame *frame) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return CLOSECAST_PICTURE_INTERNAL;
    if (!is_whole(bytes, count) || WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK) return CLOSECAST_PICTURE_DAMAGED;
    uint32_t width = (uint32_t)config.input.width, height = (uint32_t)config.input.height;
    closecast_picture_status status = picture_size_check(width, height, CLOSECAST_PICTURE_MAXIMUM_PIXELS);
    if (status != CLOSECAST_PICTURE_OK) return status;
    if (config.input.has_animation) return CLOSECAST_PICTURE_DAMAGED;
    status = picture_frame_init(frame, width, height, target);
    if (status != CLOSECAST_PICTURE_OK) return status;

    config.output.colorspace = MODE_RGBA;
    status = status_of(WebPDecode(bytes, count, &config));
    if (status == CLOSECAST_PICTURE_OK) {
        const WebPRGBABuffer *pixels = &config.output.u.RGBA;
        for (uint32_t y = 0; y < height; y++) picture_frame_push(frame, pixels->rgba + (size_t)y * (size_t)pixels->stride, 4);
    }
    WebPFreeDecBuffer(&config.output);
    return status;
}
