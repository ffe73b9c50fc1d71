#ifndef MEDIA_LIMIT_MEASURE_H
#define MEDIA_LIMIT_MEASURE_H

#include <stdint.h>

/// Milliseconds of a clock that never goes back.
double measure_now_ms(void);

/// Processor time of this process so far, user and system, all threads, in milliseconds.
double measure_cpu_ms(void);

/// Most memory that this process had resident, in KiB. Taken from VmHWM: ru_maxrss would hold what the
/// parent had when it spawned this process.
long measure_peak_kib(void);

#endif
