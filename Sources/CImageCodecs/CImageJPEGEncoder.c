#include "CImageJPEGEncoder.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  cimage_report *report;
  unsigned char *bytes;
  unsigned long count;
} encoder;

static void error_exit(j_common_ptr info) {
  encoder *self = info->client_data;
  self->report->failure =
      info->err->msg_code == JERR_OUT_OF_MEMORY ? CIMAGE_FAILURE_MEMORY : CIMAGE_FAILURE_CORRUPT;
  info->err->format_message(info, self->report->failure_text);
  longjmp(self->escape, 1);
}

static void emit_message(j_common_ptr info, int level) {
  (void)info;
  (void)level;
}

static void output_message(j_common_ptr info) { (void)info; }

cimage_status cimage_jpeg_encode(
    cimage_jpeg_encoding encoding, const uint8_t *pixels, const uint8_t *profile, uint32_t profile_count,
    uint8_t **bytes, size_t *count, cimage_report *report) {
  memset(report, 0, sizeof *report);
  *bytes = NULL;
  *count = 0;
  encoder *self = calloc(1, sizeof *self);
  if (self == NULL) {
    report->failure = CIMAGE_FAILURE_MEMORY;
    return CIMAGE_FAILED;
  }
  self->report = report;
  self->info.err = jpeg_std_error(&self->errors);
  self->errors.error_exit = error_exit;
  self->errors.emit_message = emit_message;
  self->errors.output_message = output_message;
  self->info.client_data = self;
  if (setjmp(self->escape) != 0) {
    jpeg_destroy_compress(&self->info);
    free(self->bytes);
    free(self);
    return CIMAGE_FAILED;
  }
  struct jpeg_compress_struct *info = &self->info;
  jpeg_create_compress(info);
  jpeg_mem_dest(info, &self->bytes, &self->count);
  info->image_width = encoding.width;
  info->image_height = encoding.height;
  info->input_components = 4;
  info->in_color_space = encoding.bgra ? JCS_EXT_BGRX : JCS_EXT_RGBX;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, encoding.quality, TRUE);
  info->comp_info[0].h_samp_factor = encoding.horizontal_sampling;
  info->comp_info[0].v_samp_factor = encoding.vertical_sampling;
  if (encoding.progressive) jpeg_simple_progression(info);
  jpeg_start_compress(info, TRUE);
  if (profile != NULL && profile_count > 0) jpeg_write_icc_profile(info, profile, profile_count);
  while (info->next_scanline < info->image_height) {
    // libjpeg reads rows through a pointer to mutable samples, and does not write them.
    JSAMPROW row = (JSAMPROW)(pixels + (ptrdiff_t)info->next_scanline * encoding.stride);
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
  jpeg_destroy_compress(info);
  *bytes = self->bytes;
  *count = self->count;
  free(self);
  return CIMAGE_DONE;
}
