#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "body.h"
#include "decode.h"
#include "measure.h"
#include "modes.h"
#include "pixels.h"

/// Decodes one file `iterations` times into the same memory, as a program with a pool of buffers does.
static bool run_job(unsigned iterations, struct target target, const char *path, struct pixels *pixels) {
  struct body body = {0};
  if (!body_read_file(&body, path)) {
    fprintf(stderr, "media-limit: cannot read %s\n", path);
    body_free(&body);
    return false;
  }
  bool succeeded = true;
  double cpu = measure_cpu_ms();
  double start = measure_now_ms();
  for (unsigned i = 0; i < iterations && succeeded; i++) {
    succeeded = decode_image(body.bytes, body.count, target, pixels);
  }
  double wall = measure_now_ms() - start;
  cpu = measure_cpu_ms() - cpu;
  body_free(&body);
  if (succeeded) {
    printf("wall_ms=%.4f cpu_ms=%.4f iterations=%u width=%" PRIu32 " height=%" PRIu32 " checksum=%016" PRIx64 "\n",
           wall, cpu, iterations, pixels->width, pixels->height, pixels_checksum(pixels));
    fflush(stdout);
  }
  return succeeded;
}

int decode_mode(int count, char **arguments) {
  (void)arguments;
  if (count != 0) return 64;
  struct pixels pixels = {0};
  char line[4200];
  int code = 0;
  while (code == 0 && fgets(line, sizeof line, stdin) != NULL) {
    unsigned iterations;
    char size[16];
    char path[4096];
    struct target target;
    if (sscanf(line, "%9u %15s %4095[^\n]", &iterations, size, path) != 3 || !target_parse(&target, size)) {
      fputs("media-limit: a job is ITERATIONS TARGET PATH\n", stderr);
      code = 64;
    } else if (!run_job(iterations, target, path, &pixels)) {
      code = 1;
    }
  }
  pixels_free(&pixels);
  return code;
}
