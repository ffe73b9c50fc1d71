#include "CImagePNGDecoder.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct cimage_png {
  png_structp png;
  png_infop info;
  jmp_buf escape;
  cimage_report report;
  cimage_png_header header;
  uint8_t *frame;
  ptrdiff_t stride;
  cimage_png_row row_function;
  void *row_context;
  bool bgra;
  bool has_header;
  bool has_ended;
  bool has_failed;
};

// MARK: Errors

static void copy_text(char *target, const char *text) {
  snprintf(target, CIMAGE_TEXT_BYTES, "%s", text);
}

static void error_exit(png_structp png, png_const_charp text) {
  cimage_png *self = png_get_error_ptr(png);
  cimage_failure kind = CIMAGE_FAILURE_CORRUPT;
  if (strstr(text, "ut of memory") != NULL || strstr(text, "nsufficient memory") != NULL)
    kind = CIMAGE_FAILURE_MEMORY;
  else if (strstr(text, "exceeds user limit") != NULL || strstr(text, "application limits") != NULL)
    kind = CIMAGE_FAILURE_LIMIT;
  self->report.failure = kind;
  copy_text(self->report.failure_text, text);
  longjmp(self->escape, 1);
}

static void warn(png_structp png, png_const_charp text) {
  cimage_png *self = png_get_error_ptr(png);
  cimage_report *report = &self->report;
  // The progressive reader reports a damaged stream as a wrong checksum or, after the last row, as cut short, and
  // goes on.
  if (strstr(text, "ADLER32") != NULL || strncmp(text, "Truncated compress", 18) == 0) {
    if (report->lost_count == 0) {
      copy_text(report->lost_text, "compressed picture data is damaged");
      report->rows_before_loss = cimage_png_rows(self);
    }
    report->lost_count += 1;
    return;
  }
  // It has several words for the same, and which one depends on how the file is cut.
  if (strncmp(text, "Extra compress", 14) == 0) text = "data longer than the picture";
  for (uint32_t i = 0; i < report->note_count; i++)
    if (strncmp(report->notes[i], text, CIMAGE_TEXT_BYTES - 1) == 0) return;
  if (report->note_count == CIMAGE_MAXIMUM_NOTES) return;
  copy_text(report->notes[report->note_count], text);
  report->note_count += 1;
}

// MARK: libpng's callbacks

static void header_ready(png_structp png, png_infop info) {
  cimage_png *self = png_get_progressive_ptr(png);
  int color = png_get_color_type(png, info);
  bool transparent = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  self->header.width = png_get_image_width(png, info);
  self->header.height = png_get_image_height(png, info);
  self->header.is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  self->header.has_alpha = (color & PNG_COLOR_MASK_ALPHA) != 0 || transparent;
  png_set_expand(png);
  png_set_scale_16(png);
  if ((color & PNG_COLOR_MASK_COLOR) == 0) png_set_gray_to_rgb(png);
  if (!self->header.has_alpha) png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  if (self->bgra) png_set_bgr(png);
  if (self->header.is_interlaced) png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (size_t)self->header.width * 4)
    png_error(png, "rows are not four bytes a pixel");
  self->has_header = true;
}

static void row_ready(png_structp png, png_bytep row, png_uint_32 y, int pass) {
  (void)pass;
  cimage_png *self = png_get_progressive_ptr(png);
  if (row == NULL || y >= self->header.height) return;
  if (self->frame != NULL)
    png_progressive_combine_row(png, self->frame + (ptrdiff_t)y * self->stride, row);
  else if (self->row_function != NULL && !self->header.is_interlaced)
    self->row_function(self->row_context, row, y);
}

static void end_reached(png_structp png, png_infop info) {
  (void)info;
  cimage_png *self = png_get_progressive_ptr(png);
  self->has_ended = true;
}

// MARK: Life

cimage_png *cimage_png_create(cimage_png_limits limits, bool bgra) {
  cimage_png *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->bgra = bgra;
  if (setjmp(self->escape) != 0) {
    cimage_png_destroy(self);
    return NULL;
  }
  self->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, error_exit, warn);
  if (self->png != NULL) self->info = png_create_info_struct(self->png);
  if (self->info == NULL) {
    cimage_png_destroy(self);
    return NULL;
  }
  png_set_user_limits(self->png, limits.width, limits.height);
  png_set_chunk_cache_max(self->png, 16);
  png_set_chunk_malloc_max(self->png, limits.chunk_bytes);
  png_set_progressive_read_fn(self->png, self, header_ready, row_ready, end_reached);
  return self;
}

void cimage_png_destroy(cimage_png *self) {
  if (self->png != NULL) png_destroy_read_struct(&self->png, &self->info, NULL);
  free(self);
}

const cimage_report *cimage_png_report(const cimage_png *self) { return &self->report; }

// MARK: Decoding

void cimage_png_set_frame(cimage_png *self, uint8_t *first, ptrdiff_t stride) {
  self->frame = first;
  self->stride = stride;
}

void cimage_png_set_row_function(cimage_png *self, cimage_png_row function, void *context) {
  self->row_function = function;
  self->row_context = context;
}

cimage_status cimage_png_feed(cimage_png *self, const uint8_t *bytes, size_t count) {
  if (self->has_failed) return CIMAGE_FAILED;
  if (setjmp(self->escape) != 0) {
    self->has_failed = true;
    return CIMAGE_FAILED;
  }
  // libpng takes a pointer to mutable bytes, and does not write through it.
  png_process_data(self->png, self->info, (png_bytep)bytes, count);
  return self->has_ended ? CIMAGE_DONE : CIMAGE_MORE;
}

bool cimage_png_has_header(const cimage_png *self, cimage_png_header *header) {
  *header = self->header;
  return self->has_header;
}

bool cimage_png_has_ended(const cimage_png *self) { return self->has_ended; }

uint32_t cimage_png_rows(const cimage_png *self) {
  if (!self->has_header) return 0;
  uint32_t row = png_get_current_row_number(self->png);
  if (!self->header.is_interlaced) return row < self->header.height ? row : self->header.height;
  uint32_t pass = png_get_current_pass_number(self->png);
  if (pass > 6) return self->header.height;
  // The seventh pass brings every other row, from the second on; what lies above its next row is final.
  if (pass < 6) return 0;
  return row < self->header.height ? row : self->header.height;
}

uint32_t cimage_png_passes(const cimage_png *self) {
  if (!self->has_header || !self->header.is_interlaced) return 0;
  uint32_t pass = png_get_current_pass_number(self->png);
  return pass > 7 ? 7 : pass;
}

const uint8_t *cimage_png_profile(const cimage_png *self, uint32_t *count) {
  png_charp name = NULL;
  png_bytep profile = NULL;
  png_uint_32 length = 0;
  int method = 0;
  *count = 0;
  if (self->png == NULL || png_get_iCCP(self->png, self->info, &name, &method, &profile, &length) == 0)
    return NULL;
  *count = length;
  return profile;
}
