#ifndef CIMAGEJPEGDECODER_H
#define CIMAGEJPEGDECODER_H

#include <stddef.h>

#include "CImageReport.h"

typedef struct cimage_jpeg cimage_jpeg;

/// What a JPEG decoder may use.
typedef struct {
  /// Bytes that libjpeg may allocate for images and coefficients.
  int64_t memory_bytes;
  /// Scans, and 8x8 blocks over all scans: a file of empty scans costs time, not bytes.
  uint32_t scans;
  uint64_t scan_blocks;
} cimage_jpeg_limits;

/// The frame, valid once the header is read.
typedef struct {
  uint32_t width;
  uint32_t height;
  bool has_multiple_scans;
  bool is_progressive;
} cimage_jpeg_frame;

/// Null when memory is refused.
cimage_jpeg *_Nullable cimage_jpeg_create(cimage_jpeg_limits limits);
void cimage_jpeg_destroy(cimage_jpeg *_Nonnull jpeg);

const cimage_report *_Nonnull cimage_jpeg_report(const cimage_jpeg *_Nonnull jpeg);

/// Sets the bytes to read next, which must stay valid until the next call. They must begin with the bytes
/// that were unread before. With `at_end`, an end marker is made up once they are used up.
void cimage_jpeg_set_input(
    cimage_jpeg *_Nonnull jpeg, const uint8_t *_Nullable bytes, size_t count, bool at_end);

/// How many of the bytes set last are unread.
size_t cimage_jpeg_unread(const cimage_jpeg *_Nonnull jpeg);

/// Reads up to the first scan.
cimage_status cimage_jpeg_read_header(cimage_jpeg *_Nonnull jpeg, cimage_jpeg_frame *_Nonnull frame);

/// Prepares the output: four bytes a pixel, `eighths` (1, 2, 4 or 8) of the full size.
cimage_status cimage_jpeg_start(
    cimage_jpeg *_Nonnull jpeg, uint32_t eighths, bool bgra, uint32_t *_Nonnull width,
    uint32_t *_Nonnull height);

/// Files of several scans: decodes coefficients, at most `steps` rows of blocks, stopping early after a scan.
/// DONE means that the file's end was reached or `steps` are done; `ended` tells which.
cimage_status cimage_jpeg_consume(
    cimage_jpeg *_Nonnull jpeg, uint32_t steps, uint32_t *_Nonnull scans_completed, bool *_Nonnull ended);

/// Files of several scans: begins a pass over what has been consumed; `preview` leaves a running scan out.
cimage_status cimage_jpeg_start_output(cimage_jpeg *_Nonnull jpeg, bool preview);
cimage_status cimage_jpeg_finish_output(cimage_jpeg *_Nonnull jpeg);

/// Reads up to `count` rows to `first`, `first + stride`, ...; `got` counts the rows written.
cimage_status cimage_jpeg_read_rows(
    cimage_jpeg *_Nonnull jpeg, uint8_t *_Nonnull first, ptrdiff_t stride, uint32_t count,
    uint32_t *_Nonnull got);

/// Files of one scan: reads on to the end marker.
cimage_status cimage_jpeg_finish(cimage_jpeg *_Nonnull jpeg);

#endif
