// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// A disk that is small enough for a test to fill.

#define _GNU_SOURCE
#include "CStorageFaults.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>

int storage_small_disk(const char *path, int64_t bytes) {
  char options[64];
  snprintf(options, sizeof options, "size=%" PRId64, bytes);
  if (unshare(CLONE_NEWNS) < 0) return errno;
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) return errno;
  return mount("small", path, "tmpfs", 0, options) < 0 ? errno : 0;
}
