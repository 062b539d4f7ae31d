// The one fact that is read from a JPEG's EXIF. Every read is checked against the end of the bytes, and nothing is followed twice.
// Source: CIPA DC-008 (EXIF 2.32), sections 4.5 and 4.7.
#include <string.h>

#include "Picture.h"

/// A TIFF block, in which EXIF keeps its tags.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    int is_little_endian;
} tiff;

static uint32_t number(const tiff *block, size_t offset, size_t length) {
    uint32_t result = 0;
    for (size_t i = 0; i < length; i++) {
        size_t place = block->is_little_endian ? length - 1 - i : i;
        result = result << 8 | block->bytes[offset + place];
    }
    return result;
}

/// The orientation in the first directory of a block; 1 if there is none.
static int orientation_of(const uint8_t *bytes, size_t count) {
    enum { orientation_tag = 0x0112, short_type = 3, entry_size = 12 };
    if (count < 14 || !(memcmp(bytes, "II*\0", 4) == 0 || memcmp(bytes, "MM\0*", 4) == 0)) return 1;
    tiff block = {bytes, count, bytes[0] == 'I'};
    size_t directory = number(&block, 4, 4);
    if (directory > count - 2) return 1;
    size_t entries = number(&block, directory, 2);
    for (size_t i = 0; i < entries; i++) {
        size_t entry = directory + 2 + i * entry_size;
        if (entry > count - entry_size) return 1;
        if (number(&block, entry, 2) != orientation_tag) continue;
        if (number(&block, entry + 2, 2) != short_type || number(&block, entry + 4, 4) != 1) return 1;
        uint32_t value = number(&block, entry + 8, 2);
        return value >= 1 && value <= 8 ? (int)value : 1;
    }
    return 1;
}

int picture_jpeg_orientation(const uint8_t *bytes, size_t count) {
    enum { app1 = 0xE1, start_of_scan = 0xDA, fill = 0xFF };
    size_t position = 2;
    while (position < count && count - position >= 4 && bytes[position] == 0xFF) {
        uint8_t marker = bytes[position + 1];
        if (marker == fill) {
            position++;
            continue;
        }
        size_t length = (size_t)bytes[position + 2] << 8 | bytes[position + 3];
        if (marker == start_of_scan || length < 2 || length > count - position - 2) return 1;
        const uint8_t *segment = bytes + position + 4;
        if (marker == app1 && length >= 8 && memcmp(segment, "Exif\0\0", 6) == 0) return orientation_of(segment + 6, length - 8);
        position += 2 + length;
    }
    return 1;
}
