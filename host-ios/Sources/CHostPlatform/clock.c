// The monotonic clock, and random bytes for tokens. No wall clock, no timers.
#if !defined(__APPLE__)
#define _GNU_SOURCE
#endif
#include "CHostPlatform.h"

#include <errno.h>
#include <time.h>

#if defined(__APPLE__)
#include <stdlib.h>
#else
#include <sys/random.h>
#endif

uint64_t hp_now_ns(void) {
#if defined(__APPLE__)
  return clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
#endif
}

const char *hp_clock_source(void) {
#if defined(__APPLE__)
  return "CLOCK_UPTIME_RAW";
#else
  return "CLOCK_MONOTONIC";
#endif
}

int32_t hp_random(void *at, size_t bytes) {
#if defined(__APPLE__)
  arc4random_buf(at, bytes);
  return 0;
#else
  // Up to 256 bytes come whole or not at all (getrandom(2)).
  return getrandom(at, bytes, 0) == (ssize_t)bytes ? 0 : -EIO;
#endif
}
