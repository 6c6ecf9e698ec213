// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The memory and the processor time of another process.

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CSandbox.h"

// A real-time signal that the C library uses for nothing. It is sent to one thread only, which has it blocked.
#define TIMER_SIGNAL (SIGRTMIN + 5)

static int64_t kibibytes(const char *text, const char *name) {
  const char *row = strstr(text, name);
  return row == NULL ? 0 : strtoll(row + strlen(name), NULL, 10);
}

int csandbox_private_memory(int status, int64_t *bytes) {
  char text[4096];
  ssize_t count = pread(status, text, sizeof text - 1, 0);
  if (count < 0) return -errno;
  text[count] = 0;
  // The rows are missing once the process has given up its memory.
  if (strstr(text, "\nRssAnon:") == NULL) return -ENODATA;
  *bytes = (kibibytes(text, "\nRssAnon:") + kibibytes(text, "\nRssShmem:") + kibibytes(text, "\nVmSwap:") +
            kibibytes(text, "\nVmPTE:")) *
           1024;
  return 0;
}

int csandbox_processor_time(pid_t pid, int64_t *nanoseconds) {
  clockid_t clock;
  struct timespec time;
  int error = clock_getcpuclockid(pid, &clock);
  if (error != 0) return -error;
  if (clock_gettime(clock, &time) < 0) return -errno;
  *nanoseconds = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
  return 0;
}

int csandbox_timer_events(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, TIMER_SIGNAL);
  int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

// The kernel's own calls: their timer is a number, the C library's a pointer.

int csandbox_processor_timer(pid_t pid, int *timer) {
  clockid_t clock;
  int error = clock_getcpuclockid(pid, &clock);
  if (error != 0) return -error;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = TIMER_SIGNAL;
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  return syscall(SYS_timer_create, clock, &event, timer) < 0 ? -errno : 0;
}

int csandbox_arm_timer(int timer, int64_t nanoseconds) {
  struct itimerspec time = {.it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
  return syscall(SYS_timer_settime, timer, 0, &time, NULL) < 0 ? -errno : 0;
}

void csandbox_delete_timer(int timer) { syscall(SYS_timer_delete, timer); }
