#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "Picture.h"

typedef struct {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    jmp_buf jump;
    uint8_t *bytes;
    unsigned long count;
} jpeg_writing;

static void on_error(j_common_ptr encoder) {
    jpeg_writing *writing = encoder->client_data;
    longjmp(writing->jump, 1);
}

static void print_nothing(j_common_ptr encoder) { (void)encoder; }

static closecast_picture_status encode(jpeg_writing *writing, const picture_frame *frame) {
    j_compress_ptr encoder = &writing->encoder;
    if (setjmp(writing->jump)) return CLOSECAST_PICTURE_INTERNAL;
    jpeg_create_compress(encoder);
    encoder->client_data = writing;
    jpeg_mem_dest(encoder, &writing->bytes, &writing->count);
    encoder->image_width = frame->out_width;
    encoder->image_height = frame->out_height;
    encoder->input_components = 3;
    encoder->in_color_space = JCS_RGB;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, 85, TRUE);
    encoder->optimize_coding = TRUE;
    jpeg_start_compress(encoder, TRUE);
    while (encoder->next_scanline < encoder->image_height) {
        JSAMPROW row = frame->pixels + (size_t)encoder->next_scanline * frame->out_width * 3;
        jpeg_write_scanlines(encoder, &row, 1);
    }
    jpeg_finish_compress(encoder);
    return CLOSECAST_PICTURE_OK;
}

closecast_picture_status picture_write_jpeg(const picture_frame *frame, uint8_t **jpeg, size_t *jpeg_count) {
    jpeg_writing writing = {0};
    writing.encoder.err = jpeg_std_error(&writing.errors);
    writing.encoder.client_data = &writing;
    writing.errors.error_exit = on_error;
    writing.errors.output_message = print_nothing;
    closecast_picture_status status = encode(&writing, frame);
    jpeg_destroy_compress(&writing.encoder);
    if (status != CLOSECAST_PICTURE_OK) {
        free(writing.bytes);
        return status;
    }
    *jpeg = writing.bytes;
    *jpeg_count = writing.count;
    return CLOSECAST_PICTURE_OK;
}
