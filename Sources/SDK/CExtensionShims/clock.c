// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CExtensionShims.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// INT64_MIN means not frozen. A single word, so that a reader never sees a partly written time.
static _Atomic int64_t frozen_milliseconds = INT64_MIN;

void cextensionshims_freeze_clock(int64_t milliseconds) {
  atomic_store_explicit(&frozen_milliseconds, milliseconds, memory_order_release);
}

void cextensionshims_release_clock(void) {
  atomic_store_explicit(&frozen_milliseconds, INT64_MIN, memory_order_release);
}

// glibc's own definition, by the name that glibc uses internally. It calls the vDSO, which is several times faster than
// a system call. Weak, because the name is private to glibc.
extern int __clock_gettime(clockid_t clock, struct timespec *time) __attribute__((weak));

static int kernel_time(clockid_t clock, struct timespec *time) {
  if (__clock_gettime != NULL) return __clock_gettime(clock, time);
  return (int)syscall(SYS_clock_gettime, clock, time);
}

int64_t cextensionshims_kernel_clock(void) {
  struct timespec now = {0};
  (void)kernel_time(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// `Date()` calls this function.
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
  return kernel_time(clock, time);
}
