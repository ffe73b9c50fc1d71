#include <curl/curl.h>
#include <inttypes.h>
#include <stdio.h>

#include "body.h"
#include "decode.h"
#include "measure.h"
#include "modes.h"
#include "pixels.h"

static bool run_job(CURL *easy, struct target target, const char *url, struct pixels *pixels) {
  struct body body = {0};
  double cpu = measure_cpu_ms();
  double start = measure_now_ms();
  bool succeeded = body_prepare_transfer(&body, easy, url);
  CURLcode result = succeeded ? curl_easy_perform(easy) : CURLE_FAILED_INIT;
  double downloaded = measure_now_ms();
  succeeded = body_is_complete(&body, easy, result);
  if (!succeeded) {
    fprintf(stderr, "media-limit: no whole answer from %s: %s, %zu of %zu bytes\n", url,
            curl_easy_strerror(result), body.count, body.capacity);
  } else {
    succeeded = decode_image(body.bytes, body.count, target, pixels);
  }
  double finished = measure_now_ms();
  cpu = measure_cpu_ms() - cpu;
  body_free(&body);
  if (succeeded) {
    printf("download_ms=%.4f finished_ms=%.4f cpu_ms=%.4f checksum=%016" PRIx64 "\n", downloaded - start,
           finished - start, cpu, pixels_checksum(pixels));
    fflush(stdout);
  }
  return succeeded;
}

int overlap_mode(int count, char **arguments) {
  (void)arguments;
  if (count != 0) return 64;
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return 1;
  CURL *easy = curl_easy_init();
  struct pixels pixels = {0};
  char line[2200];
  int code = easy == NULL ? 1 : 0;
  while (code == 0 && fgets(line, sizeof line, stdin) != NULL) {
    char size[16];
    char url[2048];
    struct target target;
    if (sscanf(line, "%15s %2047s", size, url) != 2 || !target_parse(&target, size)) {
      fputs("media-limit: a job is TARGET URL\n", stderr);
      code = 64;
    } else if (!run_job(easy, target, url, &pixels)) {
      code = 1;
    }
  }
  pixels_free(&pixels);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return code;
}
