// What the files of CPicture share.
#ifndef CLOSECAST_PICTURE_H
#define CLOSECAST_PICTURE_H

#include "CPicture.h"

/// The result that is asked for.
typedef struct {
    uint32_t edge;
    closecast_picture_shape shape;
} picture_target;

/// Turns the rows of a decoded picture into a small one while they are decoded, so that the large one is never in memory. A pixel
/// is the average of the area that it covers, computed in whole numbers: the same on every machine.
typedef struct {
    uint32_t left, top, width, height;    // the part of the decoded picture that is kept
    uint32_t out_width, out_height;
    uint32_t next_row;                    // of the decoded picture
    uint32_t *row;                        // [out_width * 3], one decoded row, times `width`
    uint64_t *sums;                       // [out_width * 3], the rows of one row of the result, times `width * height`
    uint8_t *pixels;                      // [out_height, out_width, 3], red, green, blue
} picture_frame;

/// Plans the result of a picture of `width` by `height` pixels, whose rows will be pushed from the top.
closecast_picture_status picture_frame_init(
    picture_frame *frame, uint32_t width, uint32_t height, picture_target target);
/// Adds a decoded row of `channels` bytes a pixel: 3, or 4 with an alpha, behind which there is white.
void picture_frame_push(picture_frame *frame, const uint8_t *row, int channels);
/// Turns and mirrors the result as EXIF's orientation, 1 to 8, asks for.
closecast_picture_status picture_frame_orient(picture_frame *frame, int orientation);
void picture_frame_free(picture_frame *frame);

/// Whether a picture of this size may be decoded.
closecast_picture_status picture_size_check(uint32_t width, uint32_t height, uint32_t maximum_pixels);

/// The orientation in a JPEG's EXIF, 1 to 8; 1 if there is none or it is damaged.
int picture_jpeg_orientation(const uint8_t *bytes, size_t count);

// Each of them decodes into a frame that it plans itself. The caller frees the frame, also after an error.
closecast_picture_status picture_read_jpeg(
    const uint8_t *bytes, size_t count, picture_target target, picture_frame *frame);
closecast_picture_status picture_read_png(
    const uint8_t *bytes, size_t count, picture_target target, picture_frame *frame);
closecast_picture_status picture_read_webp(
    const uint8_t *bytes, size_t count, picture_target target, picture_frame *frame);

closecast_picture_status picture_write_jpeg(const picture_frame *frame, uint8_t **jpeg, size_t *jpeg_count);

#endif
