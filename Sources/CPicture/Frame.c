#include <stdlib.h>
#include <string.h>

#include "Picture.h"

closecast_picture_status picture_size_check(uint32_t width, uint32_t height, uint32_t maximum_pixels) {
    if (width == 0 || height == 0) return CLOSECAST_PICTURE_DAMAGED;
    if (width > CLOSECAST_PICTURE_MAXIMUM_SIDE || height > CLOSECAST_PICTURE_MAXIMUM_SIDE) return CLOSECAST_PICTURE_TOO_LARGE;
    return (uint64_t)width * height <= maximum_pixels ? CLOSECAST_PICTURE_OK : CLOSECAST_PICTURE_TOO_LARGE;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/// A side of a picture whose longer side is scaled down to `edge`.
static uint32_t scaled(uint32_t side, uint32_t longer, uint32_t edge) {
    if (longer <= edge) return side;
    uint32_t result = (uint32_t)(((uint64_t)side * edge + longer / 2) / longer);
    return result > 0 ? result : 1;
}

closecast_picture_status picture_frame_init(
    picture_frame *frame, uint32_t width, uint32_t height, picture_target target) {
    if (target.shape == CLOSECAST_PICTURE_SQUARE) {
        frame->width = frame->height = smaller(width, height);
        frame->out_width = frame->out_height = target.edge;
    } else {
        frame->width = width;
        frame->height = height;
        frame->out_width = scaled(width, width > height ? width : height, target.edge);
        frame->out_height = scaled(height, width > height ? width : height, target.edge);
    }
    frame->left = (width - frame->width) / 2;
    frame->top = (height - frame->height) / 2;
    size_t samples = (size_t)frame->out_width * 3;
    frame->row = calloc(samples, sizeof *frame->row);
    frame->sums = calloc(samples, sizeof *frame->sums);
    frame->pixels = calloc(samples, frame->out_height);
    return frame->row && frame->sums && frame->pixels ? CLOSECAST_PICTURE_OK : CLOSECAST_PICTURE_TOO_LARGE;
}

void picture_frame_free(picture_frame *frame) {
    free(frame->row);
    free(frame->sums);
    free(frame->pixels);
    memset(frame, 0, sizeof *frame);
}

// Along each axis, a decoded pixel is `out` units long and a pixel of the result `in` units, so that every border is a whole
// number and the weights of a pixel of the result add up to `in`.

/// Shrinks a row to `frame->row`.
static void shrink(picture_frame *frame, const uint8_t *pixel, int channels) {
    uint32_t in = frame->width, out = frame->out_width;
    memset(frame->row, 0, (size_t)out * 3 * sizeof *frame->row);
    uint32_t *target = frame->row;
    uint32_t room = in;    // what is left of the target's length
    for (uint32_t x = 0; x < in; x++, pixel += channels) {
        uint32_t alpha = channels == 4 ? pixel[3] : 255, colour[3];
        for (int c = 0; c < 3; c++) colour[c] = (pixel[c] * alpha + 255 * (255 - alpha) + 127) / 255;
        for (uint32_t length = out; length > 0;) {
            uint32_t weight = smaller(length, room);
            for (int c = 0; c < 3; c++) target[c] += colour[c] * weight;
            length -= weight;
            room -= weight;
            if (room == 0) {
                target += 3;
                room = in;
            }
        }
    }
}

/// Writes the sums as a row of the result and begins the next.
static void finish_row(picture_frame *frame, uint32_t y) {
    size_t samples = (size_t)frame->out_width * 3;
    uint64_t weight = (uint64_t)frame->width * frame->height;
    for (size_t i = 0; i < samples; i++) {
        frame->pixels[y * samples + i] = (uint8_t)((frame->sums[i] + weight / 2) / weight);
        frame->sums[i] = 0;
    }
}

void picture_frame_push(picture_frame *frame, const uint8_t *row, int channels) {
    uint32_t y = frame->next_row++;
    if (y < frame->top || y - frame->top >= frame->height) return;
    shrink(frame, row + (size_t)frame->left * (size_t)channels, channels);
    uint64_t in = frame->height, out = frame->out_height;
    uint64_t start = (y - frame->top) * out, end = start + out;
    while (start < end) {
        uint64_t target = start / in, border = (target + 1) * in;
        uint64_t weight = (border < end ? border : end) - start;
        for (size_t i = 0; i < (size_t)frame->out_width * 3; i++) frame->sums[i] += frame->row[i] * weight;
        start += weight;
        if (start == border) finish_row(frame, (uint32_t)target);
    }
}

closecast_picture_status picture_frame_orient(picture_frame *frame, int orientation) {
    if (orientation <= 1 || orientation > 8) return CLOSECAST_PICTURE_OK;
    // EXIF 2.32, tag 0x0112: where the stored picture's first row and first column belong.
    int is_transposed = orientation >= 5;
    int flips_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    int flips_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    uint32_t width = frame->out_width, height = frame->out_height;
    uint32_t turned_width = is_transposed ? height : width, turned_height = is_transposed ? width : height;
    uint8_t *turned = malloc((size_t)width * height * 3);
    if (!turned) return CLOSECAST_PICTURE_TOO_LARGE;
    for (uint32_t y = 0; y < turned_height; y++) {
        for (uint32_t x = 0; x < turned_width; x++) {
            uint32_t column = is_transposed ? y : x, row = is_transposed ? x : y;
            if (flips_x) column = width - 1 - column;
            if (flips_y) row = height - 1 - row;
            memcpy(turned + ((size_t)y * turned_width + x) * 3, frame->pixels + ((size_t)row * width + column) * 3, 3);
        }
    }
    free(frame->pixels);
    frame->pixels = turned;
    frame->out_width = turned_width;
    frame->out_height = turned_height;
    return CLOSECAST_PICTURE_OK;
}
