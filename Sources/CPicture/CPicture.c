#include <stdlib.h>

#include "Picture.h"

static closecast_picture_status read_picture(
    const uint8_t *bytes, size_t count, closecast_picture_type type, picture_target target,
    picture_frame *frame) {
    switch (type) {
    case CLOSECAST_PICTURE_JPEG: return picture_read_jpeg(bytes, count, target, frame);
    case CLOSECAST_PICTURE_PNG: return picture_read_png(bytes, count, target, frame);
    case CLOSECAST_PICTURE_WEBP: return picture_read_webp(bytes, count, target, frame);
    }
    return CLOSECAST_PICTURE_INTERNAL;
}

closecast_picture_status closecast_picture_reencode(
    const uint8_t *bytes, size_t count, closecast_picture_type type, uint32_t edge,
    closecast_picture_shape shape, uint8_t **jpeg, size_t *jpeg_count) {
    *jpeg = NULL;
    *jpeg_count = 0;
    if (edge == 0 || edge > CLOSECAST_PICTURE_MAXIMUM_EDGE) return CLOSECAST_PICTURE_INTERNAL;
    picture_frame frame = {0};
    closecast_picture_status status = read_picture(bytes, count, type, (picture_target){edge, shape}, &frame);
    if (status == CLOSECAST_PICTURE_OK) status = picture_write_jpeg(&frame, jpeg, jpeg_count);
    picture_frame_free(&frame);
    return status;
}

void closecast_picture_free(uint8_t *jpeg) { free(jpeg); }
