// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CExtensionShims.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// True for the directory that this program's file lies in, with or without a slash at its end.
static bool is_own_directory(const char *path) {
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program);
  if (length <= 0 || length == (ssize_t)sizeof program) return false;
  while (length > 1 && program[length - 1] != '/') length--;
  while (length > 1 && program[length - 1] == '/') length--;
  size_t given = strlen(path);
  while (given > 1 && path[given - 1] == '/') given--;
  return given == (size_t)length && memcmp(path, program, given) == 0;
}

// Foundation ends the process at the first `Bundle.main` when the program's own directory can't be looked at: at every
// look-up of a localised word, at every logger named after the bundle. In the wall that opens no files each look is
// answered EPERM, which no kernel says of its own to `stat`, and exactly that question is answered here: yes, there is
// a directory. It stays as empty as the wall makes it.
int stat(const char *restrict path, struct stat *restrict status) {
  if (syscall(SYS_newfstatat, AT_FDCWD, path, status, 0) == 0) return 0;
  int reason = errno;
  if (reason == EPERM && is_own_directory(path)) {
    memset(status, 0, sizeof *status);
    status->st_mode = S_IFDIR | 0555;
    status->st_nlink = 1;
    return 0;
  }
  errno = reason;
  return -1;
}
