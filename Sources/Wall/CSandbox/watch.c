// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The launcher's side of the watch of a writable container (`sandbox.md#what-an-extension-sees`): the kernel asks the
// host before each call that could enlarge a file or add an entry. The plan's watch filter selects the calls.

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATIENCE_MS = 2000, PAUSE_MS = 2 };

int csandbox_watch(const struct csandbox_plan *plan) {
  if (plan->watch == NULL) return 0;
  struct { unsigned short length; void *filter; } program = {(unsigned short)plan->watch_count, plan->watch};
  long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  if (listener < 0) return -errno;
  int number = (int)listener;
  int error = csandbox_hand_over(plan->watch_fd, &number, 1);
  // Without privileges the kernel compares all descriptors that this user has in flight, in any process, with this
  // process's own limit of 64 (unix(7), ETOOMANYREFS). A few other launches at the same moment reach it, for microseconds.
  for (int attempt = 0; error == -ETOOMANYREFS && attempt < PATIENCE_MS / PAUSE_MS; attempt++) {
    poll(NULL, 0, PAUSE_MS);
    error = csandbox_hand_over(plan->watch_fd, &number, 1);
  }
  close(number);
  return error;
}
