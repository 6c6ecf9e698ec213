// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Mounts that only a test sees, such as a disk that is small enough for it to fill.

#define _GNU_SOURCE
#include "CStorageFaults.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>

int storage_own_mounts(void) {
  if (unshare(CLONE_NEWNS) < 0) return errno;
  return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ? errno : 0;
}

int storage_small_disk(const char *path, int64_t bytes) {
  char options[64];
  snprintf(options, sizeof options, "size=%" PRId64, bytes);
  int error = storage_own_mounts();
  if (error != 0) return error;
  return mount("small", path, "tmpfs", 0, options) < 0 ? errno : 0;
}
