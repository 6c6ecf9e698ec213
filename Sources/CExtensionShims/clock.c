// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CExtensionShims.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// INT64_MIN: not frozen. One word, so that a reader never sees half a time.
static _Atomic int64_t frozen_milliseconds = INT64_MIN;

void cextensionshims_freeze_clock(int64_t milliseconds) {
  atomic_store_explicit(&frozen_milliseconds, milliseconds, memory_order_release);
}

void cextensionshims_release_clock(void) {
  atomic_store_explicit(&frozen_milliseconds, INT64_MIN, memory_order_release);
}

int64_t cextensionshims_kernel_clock(void) {
  struct timespec now = {0};
  (void)syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// `Date()` ends here. The pass-through is the raw system call: in a static executable there is no next definition to
// ask, and one path for both kinds of executable is one path to test.
int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
    int64_t frozen = atomic_load_explicit(&frozen_milliseconds, memory_order_acquire);
    if (frozen != INT64_MIN) {
      int64_t seconds = frozen / 1000;
      int64_t rest = frozen % 1000;
      if (rest < 0) {
        rest += 1000;
        seconds -= 1;
      }
      time->tv_sec = seconds;
      time->tv_nsec = (long)(rest * 1000000);
      return 0;
    }
  }
  return (int)syscall(SYS_clock_gettime, clock, time);
}
