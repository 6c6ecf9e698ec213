// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-L4 and WALL-X7: the network namespace of a root host's extension. Creating it takes the kernel longer than the
// rest of the sandbox, so a thread of the host does it in advance and the plan names it. The child enters it before it
// changes its uid.

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int csandbox_check_network(int network, int *reason) {
  struct stat given, own;
  *reason = CSANDBOX_REASON_DESCRIPTOR_TYPE;
  if (syscall(SYS_ioctl, network, NS_GET_NSTYPE) != CLONE_NEWNET) return -EINVAL;
  int ours = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  if (ours < 0) return -errno;
  int error = fstat(network, &given) < 0 || fstat(ours, &own) < 0 ? -errno : 0;
  close(ours);
  if (error < 0) return error;
  // The launcher runs where the host does.
  return given.st_dev == own.st_dev && given.st_ino == own.st_ino ? -EINVAL : 0;
}

int csandbox_enter_network(int network) {
  int error = setns(network, CLONE_NEWNET) < 0 ? -errno : 0;
  close(network);
  return error;
}
