#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

#include "Picture.h"

/// Cameras write about ten scans. Each is a pass over all pixels, so a small file of thousands would take hours.
static const int maximum_scans = 100;

/// libjpeg's state, outside the function that calls `setjmp`, whose own variables a jump leaves undefined.
typedef struct {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf jump;
    closecast_picture_status status;
    uint8_t *row;
} jpeg_reading;

static void give_up(j_common_ptr decoder, closecast_picture_status status) {
    jpeg_reading *reading = decoder->client_data;
    reading->status = status;
    longjmp(reading->jump, 1);
}

static void on_error(j_common_ptr decoder) {
    switch (decoder->err->msg_code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW: give_up(decoder, CLOSECAST_PICTURE_TOO_LARGE);
    default: give_up(decoder, CLOSECAST_PICTURE_DAMAGED);
    }
}

/// libjpeg only warns of a file that is cut or damaged and makes up the rest. A few warnings are about files as cameras write
/// them.
static void on_message(j_common_ptr decoder, int level) {
    if (level >= 0) return;
    switch (decoder->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR: return;
    default: give_up(decoder, CLOSECAST_PICTURE_DAMAGED);
    }
}

static void on_progress(j_common_ptr decoder) {
    if (((j_decompress_ptr)decoder)->input_scan_number > maximum_scans) give_up(decoder, CLOSECAST_PICTURE_DAMAGED);
}

static void print_nothing(j_common_ptr decoder) { (void)decoder; }

/// The most that libjpeg may scale down by itself, which costs less than scaling later, and still leave as many pixels as are
/// wanted.
static unsigned denominator(uint32_t width, uint32_t height, picture_target target) {
    int is_square = target.shape == CLOSECAST_PICTURE_SQUARE;
    uint32_t side = (width < height) == is_square ? width : height;
    unsigned result = 8;
    while (result > 1 && side / result < target.edge) result /= 2;
    return result;
}

/// Turns a row of cyan, magenta, yellow and black into red, green and blue, in place. Adobe's files, which are nearly all, hold
/// the light that is left instead of the ink.
static void convert_inks(uint8_t *row, uint32_t width, int holds_light) {
    for (uint32_t x = 0; x < width; x++) {
        uint8_t inks[4];
        for (int c = 0; c < 4; c++) inks[c] = holds_light ? row[x * 4 + c] : 255 - row[x * 4 + c];
        for (int c = 0; c < 3; c++) row[x * 3 + c] = (uint8_t)((inks[c] * inks[3] + 127) / 255);
    }
}

static closecast_picture_status decode(
    jpeg_reading *reading, const uint8_t *bytes, size_t count, picture_target target, picture_frame *frame) {
    j_decompress_ptr decoder = &reading->decoder;
    if (setjmp(reading->jump)) return reading->status;
    jpeg_create_decompress(decoder);
    decoder->client_data = reading;
    decoder->progress = &reading->progress;
    jpeg_mem_src(decoder, bytes, count);
    jpeg_read_header(decoder, TRUE);
    closecast_picture_status status =
        picture_size_check(decoder->image_width, decoder->image_height, CLOSECAST_PICTURE_MAXIMUM_JPEG_PIXELS);
    if (status != CLOSECAST_PICTURE_OK) return status;

    int has_inks = decoder->num_components == 4;
    decoder->out_color_space = has_inks ? JCS_CMYK : JCS_RGB;
    decoder->scale_num = 1;
    decoder->scale_denom = denominator(decoder->image_width, decoder->image_height, target);
    jpeg_start_decompress(decoder);
    status = picture_frame_init(frame, decoder->output_width, decoder->output_height, target);
    reading->row = malloc((size_t)decoder->output_width * (size_t)decoder->output_components);
    if (status != CLOSECAST_PICTURE_OK || !reading->row) return CLOSECAST_PICTURE_TOO_LARGE;
    while (decoder->output_scanline < decoder->output_height) {
        if (jpeg_read_scanlines(decoder, &reading->row, 1) != 1) return CLOSECAST_PICTURE_DAMAGED;
        if (has_inks) convert_inks(reading->row, decoder->output_width, decoder->saw_Adobe_marker);
        picture_frame_push(frame, reading->row, 3);
    }
    // Reads up to the end marker. What follows it is no picture (telephones append a film or a map of brightness) and is dropped.
    jpeg_finish_decompress(decoder);
    return CLOSECAST_PICTURE_OK;
}

closecast_picture_status picture_read_jpeg(
    const uint8_t *bytes, size_t count, picture_target target, picture_frame *frame) {
    if (count < 4 || bytes[0] != 0xFF || bytes[1] != 0xD8 || bytes[2] != 0xFF) return CLOSECAST_PICTURE_DAMAGED;
    jpeg_reading reading = {0};
    reading.decoder.err = jpeg_std_error(&reading.errors);
    reading.decoder.client_data = &reading;
    reading.errors.error_exit = on_error;
    reading.errors.emit_message = on_message;
    reading.errors.output_message = print_nothing;
    reading.progress.progress_monitor = on_progress;
    closecast_picture_status status = decode(&reading, bytes, count, target, frame);
    free(reading.row);
    jpeg_destroy_decompress(&reading.decoder);
    if (status != CLOSECAST_PICTURE_OK) return status;
    return picture_frame_orient(frame, picture_jpeg_orientation(bytes, count));
}
