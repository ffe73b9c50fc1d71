#ifndef CIMAGEJPEGENCODER_H
#define CIMAGEJPEGENCODER_H

#include <stddef.h>

#include "CImageReport.h"

/// How to write a JPEG file.
typedef struct {
  uint32_t width;
  uint32_t height;
  ptrdiff_t stride;
  bool bgra;
  /// 1 to 100.
  int32_t quality;
  /// Several scans, coarse first.
  bool progressive;
  /// Horizontal and vertical samples of luma for each of chroma: 1 or 2.
  int32_t horizontal_sampling;
  int32_t vertical_sampling;
} cimage_jpeg_encoding;

/// Writes pixels of four bytes (the fourth is ignored) as a file; the caller frees `bytes` with `free`.
cimage_status cimage_jpeg_encode(
    cimage_jpeg_encoding encoding, const uint8_t *_Nonnull pixels, const uint8_t *_Nullable profile,
    uint32_t profile_count, uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count,
    cimage_report *_Nonnull report);

#endif
