// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CAffinity.h"

#include <errno.h>
#include <sched.h>

int caffinity_set(int thread, const unsigned long *mask, size_t bytes) {
  return sched_setaffinity(thread, bytes, (const cpu_set_t *)mask) == 0 ? 0 : errno;
}
