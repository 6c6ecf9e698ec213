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

// True for the directory that contains this program's file, with or without trailing slashes.
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

// Foundation ends the process at the first use of `Bundle.main` if `stat` fails on the program's directory, and
// localised strings and loggers named after the bundle use it. A sandbox without files fails each `stat` with EPERM,
// which the kernel itself never returns for it. In that case, report an existing directory for this path only. Its
// contents stay inaccessible.
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
