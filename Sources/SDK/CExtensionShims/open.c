// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CExtensionShims.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int open(const char *path, int flags, ...);

// True only for `/proc/<decimal number>/stat`.
static bool is_thread_state(const char *path) {
  static const char prefix[] = "/proc/";
  if (strncmp(path, prefix, sizeof prefix - 1) != 0) return false;
  const char *digit = path + sizeof prefix - 1;
  if (*digit < '0' || *digit > '9') return false;
  while (*digit >= '0' && *digit <= '9') digit++;
  return strcmp(digit, "/stat") == 0;
}

// Creates a pipe that contains the status line of a running thread, with its write end closed.
static int running_worker(int flags) {
  static const char line[] = "0 (w) R 0\n";
  int ends[2];
  if (pipe2(ends, (flags & (O_CLOEXEC | O_NONBLOCK))) != 0) return -1;
  ssize_t written = write(ends[1], line, sizeof line - 1);
  (void)close(ends[1]);
  if (written != (ssize_t)(sizeof line - 1)) {
    (void)close(ends[0]);
    errno = EIO;
    return -1;
  }
  return ends[0];
}

// Creates a pipe that contains random bytes from the kernel, with its write end closed. Foundation's `UUID()` opens the
// device and ends the process if it can't.
static int random_bytes(int flags) {
  unsigned char bytes[256];
  int ends[2];
  if (syscall(SYS_getrandom, bytes, sizeof bytes, 0) != (long)sizeof bytes) return -1;
  if (pipe2(ends, (flags & (O_CLOEXEC | O_NONBLOCK))) != 0) return -1;
  ssize_t written = write(ends[1], bytes, sizeof bytes);
  (void)close(ends[1]);
  if (written != (ssize_t)sizeof bytes) {
    (void)close(ends[0]);
    errno = EIO;
    return -1;
  }
  return ends[0];
}

static _Atomic(void (*)(const char *, size_t)) suite_report;

void cextensionshims_watch_suites(void (*report)(const char *name, size_t length)) { atomic_store(&suite_report, report); }

// Reports `NAME` for `<anything>/.config/NAME.plist`, where Foundation keeps the suite NAME.
static void report_suite(const char *path) {
  static const char folder[] = "/.config/";
  static const char ending[] = ".plist";
  void (*report)(const char *, size_t) = atomic_load(&suite_report);
  if (report == NULL) return;
  const char *slash = strrchr(path, '/');
  if (slash == NULL || slash - path < (ptrdiff_t)(sizeof folder - 2)) return;
  if (strncmp(slash - (sizeof folder - 2), folder, sizeof folder - 1) != 0) return;
  size_t length = strlen(slash + 1);
  if (length <= sizeof ending - 1) return;
  length -= sizeof ending - 1;
  if (strcmp(slash + 1 + length, ending) == 0) report(slash + 1, length);
}

// libdispatch reads `/proc/<tid>/stat` to check whether its workers run, and crashes if it can't. If the sandbox has no
// procfs, this function supplies that file; otherwise the kernel does (`sandbox.md#layers`). It also reports the
// defaults suites that are opened, because a write to an undeclared suite must be reported (C14).
int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  int reason = errno;
  // Unless the kernel failed with EFAULT, the path is readable memory.
  if (descriptor >= 0 || reason != EFAULT) report_suite(path);
  if (descriptor >= 0) return descriptor;
  if (reason != EFAULT && (flags & O_ACCMODE) == O_RDONLY) {
    if (is_thread_state(path)) return running_worker(flags);
    // The sandbox has no devices.
    if (strcmp(path, "/dev/urandom") == 0) return random_bytes(flags);
  }
  errno = reason;
  return -1;
}
