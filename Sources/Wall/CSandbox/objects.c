// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-L2: checks the descriptors that a plan names against those that are open, and checks the executable
// (`sandbox.md#layers`).

#define _GNU_SOURCE
#include "CSandbox.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define NATIVE_MACHINE EM_AARCH64
#endif

/// Every view entry, the executable, the cgroup, the network and the watch's socket: the most that a plan can name.
enum { LISTED_MAX = CSANDBOX_VIEW_MAX + 4 };

static int refuse(int *reason, int why) {
  *reason = why;
  return -EINVAL;
}

/// Marks `fd` as listed; it must be in range, open and not already listed.
static int list(int fd, unsigned char *listed, int *reason) {
  if (fd < CSANDBOX_FD_FIRST_LISTED || fd >= CSANDBOX_FD_FIRST_LISTED + LISTED_MAX)
    return refuse(reason, CSANDBOX_REASON_DESCRIPTOR_RANGE);
  if (listed[fd - CSANDBOX_FD_FIRST_LISTED]++ != 0) return refuse(reason, CSANDBOX_REASON_DESCRIPTOR_REPEATED);
  if (fcntl(fd, F_GETFD) < 0) return refuse(reason, CSANDBOX_REASON_DESCRIPTOR_CLOSED);
  return 0;
}

static int check_pipe(int fd, int *reason) {
  struct stat status;
  if (fstat(fd, &status) < 0) return refuse(reason, CSANDBOX_REASON_DESCRIPTOR_CLOSED);
  return S_ISFIFO(status.st_mode) ? 0 : refuse(reason, CSANDBOX_REASON_DESCRIPTOR_TYPE);
}

/// The descriptor number of a name in /proc/self/fd; -1 for `.` and `..`.
static int number_of(const char *name) {
  int number = 0;
  for (; *name != 0; name++) {
    if (*name < '0' || *name > '9' || number > (INT_MAX - 9) / 10) return -1;
    number = number * 10 + (*name - '0');
  }
  return number;
}

/// Refuses a descriptor from 7 on that is open but not listed: the host leaked it into the launch.
static int check_nothing_else_open(const unsigned char *listed, int *reason) {
  int directory = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return -errno;
  char buffer[4096] __attribute__((aligned(8)));
  int result = 0;
  for (;;) {
    long size = syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    if (size <= 0) {
      result = size < 0 ? -errno : 0;
      break;
    }
    for (long at = 0; at < size;) {
      const struct dirent64 *entry = (const void *)(buffer + at);
      int fd = number_of(entry->d_name), place = fd - CSANDBOX_FD_FIRST_LISTED;
      at += entry->d_reclen;
      if (place < 0 || fd == directory) continue;
      if (place >= LISTED_MAX || listed[place] == 0) result = refuse(reason, CSANDBOX_REASON_DESCRIPTOR_UNLISTED);
    }
    if (result < 0) break;
  }
  close(directory);
  return result;
}

static int check_executable(struct csandbox_plan *plan, int *reason) {
  struct stat status;
  if (fstat(plan->executable_fd, &status) < 0) return -errno;
  if (!S_ISREG(status.st_mode)) return refuse(reason, CSANDBOX_REASON_NOT_REGULAR);
  if ((status.st_mode & (S_ISUID | S_ISGID)) != 0) return refuse(reason, CSANDBOX_REASON_SET_ID);
  if (status.st_size == 0) return refuse(reason, CSANDBOX_REASON_EMPTY_EXECUTABLE);
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0 ||
      (status.st_uid != plan->executable_owner && status.st_uid != 0))
    return refuse(reason, CSANDBOX_REASON_WRITABLE_EXECUTABLE);
  Elf64_Ehdr header;
  if (pread(plan->executable_fd, &header, sizeof header, 0) != sizeof header ||
      memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return refuse(reason, CSANDBOX_REASON_NOT_ELF);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != NATIVE_MACHINE ||
      (header.e_type != ET_EXEC && header.e_type != ET_DYN))
    return refuse(reason, CSANDBOX_REASON_WRONG_MACHINE);
  plan->executable_device = status.st_dev;
  plan->executable_inode = status.st_ino;
  return 0;
}

int csandbox_plan_check_objects(struct csandbox_plan *plan, int *reason) {
  unsigned char listed[LISTED_MAX] = {0};
  int error;
  for (int fd = 0; fd <= CSANDBOX_FD_STATUS; fd++) {
    if (fd == CSANDBOX_FD_PLAN) continue;
    int is_wire = fd == CSANDBOX_FD_REQUEST || fd == CSANDBOX_FD_REPLY;
    if (is_wire && plan->wire == CSANDBOX_WIRE_STDIO) {
      if (fcntl(fd, F_GETFD) >= 0) return refuse(reason, CSANDBOX_REASON_DESCRIPTOR_UNLISTED);
    } else if ((error = check_pipe(fd, reason)) < 0)
      return error;
  }
  if ((error = list(plan->executable_fd, listed, reason)) < 0) return error;
  plan->last_fd = plan->executable_fd;
  if (plan->cgroup_fd >= 0) {
    if ((error = list(plan->cgroup_fd, listed, reason)) < 0) return error;
    if (plan->cgroup_fd > plan->last_fd) plan->last_fd = plan->cgroup_fd;
  }
  if (plan->network_fd >= 0) {
    if ((error = list(plan->network_fd, listed, reason)) < 0) return error;
    if ((error = csandbox_check_network(plan->network_fd, reason)) < 0) return error;
    if (plan->network_fd > plan->last_fd) plan->last_fd = plan->network_fd;
  }
  if (plan->watch_fd >= 0) {
    struct stat status;
    if ((error = list(plan->watch_fd, listed, reason)) < 0) return error;
    if (fstat(plan->watch_fd, &status) < 0) return -errno;
    if (!S_ISSOCK(status.st_mode)) return refuse(reason, CSANDBOX_REASON_DESCRIPTOR_TYPE);
    if (plan->watch_fd > plan->last_fd) plan->last_fd = plan->watch_fd;
  }
  for (uint32_t i = 0; i < plan->view_count; i++) {
    const struct csandbox_view_entry *entry = &plan->view[i];
    if (entry->kind == CSANDBOX_VIEW_LINK) continue;
    if ((error = list(entry->fd, listed, reason)) < 0) return error;
    if (entry->fd > plan->last_fd) plan->last_fd = entry->fd;
    struct stat status;
    if (fstat(entry->fd, &status) < 0) return -errno;
    if (!S_ISDIR(status.st_mode)) return refuse(reason, CSANDBOX_REASON_DESCRIPTOR_TYPE);
  }
  if ((error = check_nothing_else_open(listed, reason)) < 0) return error;
  return check_executable(plan, reason);
}
