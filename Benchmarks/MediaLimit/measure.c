#include "measure.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

double measure_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

double measure_cpu_ms(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

long measure_peak_kib(void) {
  FILE *status = fopen("/proc/self/status", "r");
  if (status == NULL) return 0;
  char line[256];
  long peak = 0;
  while (fgets(line, sizeof line, status) != NULL) {
    if (sscanf(line, "VmHWM: %ld kB", &peak) == 1) break;
  }
  fclose(status);
  return peak;
}
