// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// In a test program this replaces the C library's `close`, and counts what a thread closes that is not open. The second close of
// a descriptor can hit a file that another thread has just opened, which a test can't observe otherwise.

#include "CStorageFaults.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local int64_t failures;

int close(int descriptor) {
  long result = syscall(SYS_close, descriptor);
  if (result < 0 && errno == EBADF && descriptor >= 0) failures++;
  return (int)result;
}

int64_t storage_failed_closes(void) { return failures; }
