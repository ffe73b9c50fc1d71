#include "CImageJPEGDecoder.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

struct cimage_jpeg {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  jmp_buf escape;
  cimage_report report;
  cimage_jpeg_limits limits;
  uint64_t scan_blocks;
  size_t skip;
  bool at_end;
  bool is_cmyk;
  bool is_inverted;
  bool is_bgra;
};

// MARK: Errors

static cimage_jpeg *owner(j_common_ptr info) { return info->client_data; }

static cimage_failure kind_of_error(int code) {
  switch (code) {
  case JERR_OUT_OF_MEMORY:
    return CIMAGE_FAILURE_MEMORY;
  case JERR_NO_BACKING_STORE:
    return CIMAGE_FAILURE_LIMIT;
  case JERR_SOF_UNSUPPORTED:
  case JERR_BAD_PRECISION:
  case JERR_ARITH_NOTIMPL:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_CCIR601_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_NOT_COMPILED:
    return CIMAGE_FAILURE_UNSUPPORTED;
  default:
    return CIMAGE_FAILURE_CORRUPT;
  }
}

// `target` has JMSG_LENGTH_MAX bytes in libjpeg's contract; ours are as long.
_Static_assert(CIMAGE_TEXT_BYTES >= JMSG_LENGTH_MAX, "texts must hold libjpeg's messages");

static void error_exit(j_common_ptr info) {
  cimage_jpeg *jpeg = owner(info);
  jpeg->report.failure = kind_of_error(info->err->msg_code);
  if (info->err->msg_code == JERR_NO_BACKING_STORE) {
    snprintf(jpeg->report.failure_text, CIMAGE_TEXT_BYTES, "decoder memory over %lld bytes",
             (long long)jpeg->limits.memory_bytes);
  } else {
    info->err->format_message(info, jpeg->report.failure_text);
  }
  longjmp(jpeg->escape, 1);
}

static bool is_cosmetic(int code) {
  switch (code) {
  case JWRN_ADOBE_XFORM:
  case JWRN_EXTRANEOUS_DATA:
  case JWRN_JFIF_MAJOR:
  case JWRN_NOT_SEQUENTIAL:
  case JWRN_BOGUS_ICC:
  case JWRN_TOO_MUCH_DATA:
    return true;
  default:
    return false;
  }
}

// Output rows that no data of the current row of blocks reaches. Upsampling looks one row ahead.
static uint32_t rows_before_current(const struct jpeg_decompress_struct *info) {
  uint64_t rows = (uint64_t)info->input_iMCU_row * (uint64_t)info->max_v_samp_factor *
                  (uint64_t)info->min_DCT_scaled_size;
  if (rows > 0) rows -= 1;
  return rows < info->output_height ? (uint32_t)rows : info->output_height;
}

static void emit_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  cimage_jpeg *jpeg = owner(info);
  cimage_report *report = &jpeg->report;
  int code = info->err->msg_code;
  if (!is_cosmetic(code)) {
    uint32_t rows = rows_before_current(&jpeg->info);
    if (report->lost_count == 0) {
      report->lost_by_end = code == JWRN_JPEG_EOF;
      info->err->format_message(info, report->lost_text);
      report->rows_before_loss = rows;
    }
    if (rows < report->rows_before_loss) report->rows_before_loss = rows;
    if (report->lost_count < UINT32_MAX) report->lost_count += 1;
    return;
  }
  for (uint32_t i = 0; i < report->note_count; i++)
    if (report->note_codes[i] == code) return;
  if (report->note_count == CIMAGE_MAXIMUM_NOTES) return;
  report->note_codes[report->note_count] = code;
  info->err->format_message(info, report->notes[report->note_count]);
  report->note_count += 1;
}

static void output_message(j_common_ptr info) { (void)info; }

// MARK: Source

static void init_source(j_decompress_ptr info) { (void)info; }

static boolean fill_input_buffer(j_decompress_ptr info) {
  static const JOCTET end_marker[2] = {0xFF, JPEG_EOI};
  cimage_jpeg *jpeg = owner((j_common_ptr)info);
  if (!jpeg->at_end) return FALSE;
  WARNMS(info, JWRN_JPEG_EOF);
  jpeg->source.next_input_byte = end_marker;
  jpeg->source.bytes_in_buffer = sizeof end_marker;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr info, long count) {
  cimage_jpeg *jpeg = owner((j_common_ptr)info);
  if (count <= 0) return;
  size_t wanted = (size_t)count;
  size_t here = wanted < jpeg->source.bytes_in_buffer ? wanted : jpeg->source.bytes_in_buffer;
  jpeg->source.next_input_byte += here;
  jpeg->source.bytes_in_buffer -= here;
  jpeg->skip += wanted - here;
}

static void term_source(j_decompress_ptr info) { (void)info; }

void cimage_jpeg_set_input(cimage_jpeg *jpeg, const uint8_t *bytes, size_t count, bool at_end) {
  size_t skipped = jpeg->skip < count ? jpeg->skip : count;
  jpeg->skip -= skipped;
  jpeg->source.next_input_byte = skipped > 0 ? bytes + skipped : bytes;
  jpeg->source.bytes_in_buffer = count - skipped;
  jpeg->at_end = at_end;
}

size_t cimage_jpeg_unread(const cimage_jpeg *jpeg) { return jpeg->source.bytes_in_buffer; }

// MARK: Life

cimage_jpeg *cimage_jpeg_create(cimage_jpeg_limits limits) {
  cimage_jpeg *jpeg = calloc(1, sizeof *jpeg);
  if (jpeg == NULL) return NULL;
  jpeg->limits = limits;
  jpeg->info.err = jpeg_std_error(&jpeg->errors);
  jpeg->errors.error_exit = error_exit;
  jpeg->errors.emit_message = emit_message;
  jpeg->errors.output_message = output_message;
  jpeg->info.client_data = jpeg;
  if (setjmp(jpeg->escape) != 0) {
    jpeg_destroy_decompress(&jpeg->info);
    free(jpeg);
    return NULL;
  }
  jpeg_create_decompress(&jpeg->info);
  jpeg->info.mem->max_memory_to_use = (long)limits.memory_bytes;
  jpeg->source.init_source = init_source;
  jpeg->source.fill_input_buffer = fill_input_buffer;
  jpeg->source.skip_input_data = skip_input_data;
  jpeg->source.resync_to_restart = jpeg_resync_to_restart;
  jpeg->source.term_source = term_source;
  jpeg->info.src = &jpeg->source;
  return jpeg;
}

void cimage_jpeg_destroy(cimage_jpeg *jpeg) {
  jpeg_destroy_decompress(&jpeg->info);
  free(jpeg);
}

const cimage_report *cimage_jpeg_report(const cimage_jpeg *jpeg) { return &jpeg->report; }

// MARK: Limits

static bool count_scan(cimage_jpeg *jpeg) {
  const struct jpeg_decompress_struct *info = &jpeg->info;
  for (int i = 0; i < info->comps_in_scan; i++) {
    const jpeg_component_info *component = info->cur_comp_info[i];
    jpeg->scan_blocks += (uint64_t)component->width_in_blocks * component->height_in_blocks;
  }
  cimage_report *report = &jpeg->report;
  if (info->input_scan_number > (int64_t)jpeg->limits.scans) {
    report->failure = CIMAGE_FAILURE_LIMIT;
    snprintf(report->failure_text, CIMAGE_TEXT_BYTES, "scans: %d, allowed are %u", info->input_scan_number,
             jpeg->limits.scans);
    return false;
  }
  if (jpeg->scan_blocks > jpeg->limits.scan_blocks) {
    report->failure = CIMAGE_FAILURE_LIMIT;
    snprintf(report->failure_text, CIMAGE_TEXT_BYTES,
             "blocks of all scans together: %llu at scan %d, allowed are %llu",
             (unsigned long long)jpeg->scan_blocks, info->input_scan_number,
             (unsigned long long)jpeg->limits.scan_blocks);
    return false;
  }
  return true;
}

// MARK: Decoding

cimage_status cimage_jpeg_read_header(cimage_jpeg *jpeg, cimage_jpeg_frame *frame) {
  if (setjmp(jpeg->escape) != 0) return CIMAGE_FAILED;
  if (jpeg_read_header(&jpeg->info, TRUE) == JPEG_SUSPENDED) return CIMAGE_MORE;
  frame->width = jpeg->info.image_width;
  frame->height = jpeg->info.image_height;
  frame->has_multiple_scans = jpeg_has_multiple_scans(&jpeg->info);
  frame->is_progressive = jpeg->info.progressive_mode;
  return count_scan(jpeg) ? CIMAGE_DONE : CIMAGE_FAILED;
}

cimage_status cimage_jpeg_start(
    cimage_jpeg *jpeg, uint32_t eighths, bool bgra, uint32_t *width, uint32_t *height) {
  struct jpeg_decompress_struct *info = &jpeg->info;
  if (setjmp(jpeg->escape) != 0) return CIMAGE_FAILED;
  info->scale_num = eighths;
  info->scale_denom = 8;
  jpeg->is_bgra = bgra;
  jpeg->is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  // Adobe's programs store inks inverted, and say so with their marker.
  jpeg->is_inverted = info->saw_Adobe_marker;
  info->out_color_space = jpeg->is_cmyk ? JCS_CMYK : bgra ? JCS_EXT_BGRA : JCS_EXT_RGBA;
  // Coefficients are then decoded as bytes arrive, with only the output pass left at the end.
  info->buffered_image = jpeg_has_multiple_scans(info);
  if (!jpeg_start_decompress(info)) return CIMAGE_MORE;
  if (info->output_components != 4) {
    jpeg->report.failure = CIMAGE_FAILURE_UNSUPPORTED;
    snprintf(jpeg->report.failure_text, CIMAGE_TEXT_BYTES, "JPEG with %d components", info->num_components);
    return CIMAGE_FAILED;
  }
  *width = info->output_width;
  *height = info->output_height;
  return CIMAGE_DONE;
}

cimage_status cimage_jpeg_consume(
    cimage_jpeg *jpeg, uint32_t steps, uint32_t *scans_completed, bool *ended) {
  *ended = false;
  if (setjmp(jpeg->escape) != 0) return CIMAGE_FAILED;
  for (uint32_t i = 0; i < steps; i++) {
    switch (jpeg_consume_input(&jpeg->info)) {
    case JPEG_SUSPENDED:
      return CIMAGE_MORE;
    case JPEG_REACHED_SOS:
      *scans_completed = (uint32_t)(jpeg->info.input_scan_number - 1);
      return count_scan(jpeg) ? CIMAGE_DONE : CIMAGE_FAILED;
    case JPEG_REACHED_EOI:
      *ended = true;
      return CIMAGE_DONE;
    default:
      break;
    }
  }
  return CIMAGE_DONE;
}

cimage_status cimage_jpeg_start_output(cimage_jpeg *jpeg, bool preview) {
  if (setjmp(jpeg->escape) != 0) return CIMAGE_FAILED;
  int scan = jpeg->info.input_scan_number;
  if (preview && scan > 1) scan -= 1;
  return jpeg_start_output(&jpeg->info, scan) ? CIMAGE_DONE : CIMAGE_MORE;
}

cimage_status cimage_jpeg_finish_output(cimage_jpeg *jpeg) {
  if (setjmp(jpeg->escape) != 0) return CIMAGE_FAILED;
  return jpeg_finish_output(&jpeg->info) ? CIMAGE_DONE : CIMAGE_MORE;
}

static inline uint8_t divided_by_255(uint32_t value) {
  value += 128;
  return (uint8_t)((value + (value >> 8)) >> 8);
}

// The naive formula of djpeg, for both polarities. In place: both forms have four bytes a pixel.
static void convert_cmyk_row(uint8_t *row, uint32_t width, uint8_t flip, bool bgra) {
  uint32_t red = bgra ? 2 : 0;
  for (uint32_t x = 0; x < width; x++, row += 4) {
    uint32_t k = row[3] ^ flip;
    uint8_t r = divided_by_255((uint32_t)(row[0] ^ flip) * k);
    uint8_t g = divided_by_255((uint32_t)(row[1] ^ flip) * k);
    uint8_t b = divided_by_255((uint32_t)(row[2] ^ flip) * k);
    row[red] = r;
    row[1] = g;
    row[2 - red] = b;
    row[3] = 255;
  }
}

#define ROWS_PER_CALL 16

cimage_status cimage_jpeg_read_rows(
    cimage_jpeg *jpeg, uint8_t *first, ptrdiff_t stride, uint32_t count, uint32_t *got) {
  struct jpeg_decompress_struct *info = &jpeg->info;
  *got = 0;
  if (setjmp(jpeg->escape) != 0) return CIMAGE_FAILED;
  while (*got < count && info->output_scanline < info->output_height) {
    JSAMPROW rows[ROWS_PER_CALL];
    uint32_t wanted = count - *got < ROWS_PER_CALL ? count - *got : ROWS_PER_CALL;
    for (uint32_t i = 0; i < wanted; i++) rows[i] = first + (ptrdiff_t)(*got + i) * stride;
    JDIMENSION read = jpeg_read_scanlines(info, rows, wanted);
    if (read == 0) return CIMAGE_MORE;
    if (jpeg->is_cmyk) {
      for (JDIMENSION i = 0; i < read; i++)
        convert_cmyk_row(rows[i], info->output_width, jpeg->is_inverted ? 0 : 255, jpeg->is_bgra);
    }
    *got += read;
  }
  return CIMAGE_DONE;
}

cimage_status cimage_jpeg_finish(cimage_jpeg *jpeg) {
  if (setjmp(jpeg->escape) != 0) return CIMAGE_FAILED;
  return jpeg_finish_decompress(&jpeg->info) ? CIMAGE_DONE : CIMAGE_MORE;
}
