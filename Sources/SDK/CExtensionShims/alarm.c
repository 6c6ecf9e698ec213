// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#include "CExtensionShims.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int cextensionshims_alarm_open(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC); }

void cextensionshims_alarm_set(int alarm, int64_t nanoseconds) {
  struct itimerspec once = {0};
  once.it_value.tv_sec = nanoseconds / 1000000000;
  once.it_value.tv_nsec = nanoseconds % 1000000000;
  (void)timerfd_settime(alarm, 0, &once, NULL);
}

int cextensionshims_alarm_wait(int alarm) {
  uint64_t rings;
  ssize_t size;
  do size = read(alarm, &rings, sizeof rings);
  while (size < 0 && errno == EINTR);
  return size == (ssize_t)sizeof rings ? 0 : -1;
}
