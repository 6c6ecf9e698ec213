// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-X10, WALL-X12–WALL-X14: Landlock, descriptors, filter and exec.

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Landlock's attribute as of ABI 6; older kernels get the prefix that they support.
struct ruleset {
  uint64_t fs, net, scoped;
};

struct path_beneath {
  uint64_t rights;
  int32_t fd;
} __attribute__((packed));

enum { RULE_PATH_BENEATH = 1, CREATE_VERSION = 1 };

int csandbox_landlock_abi(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_VERSION);
  return abi < 0 ? -errno : (int)abi;
}

/// Opens a path without following symlinks, so that a rule applies to the inode that the path names.
static int open_plain(const char *path) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  long fd = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  return fd < 0 ? -errno : (int)fd;
}

static int add_rule(int ruleset, const struct csandbox_rule *rule) {
  int fd = open_plain(rule->path);
  if (fd < 0) return fd;
  struct path_beneath beneath = {.rights = rule->rights, .fd = fd};
  int error = syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &beneath, 0) < 0 ? -errno : 0;
  close(fd);
  return error;
}

int csandbox_prepare_landlock(const struct csandbox_plan *plan, int *index) {
  *index = -1;
  struct ruleset attributes = {plan->landlock_fs, plan->landlock_net, plan->landlock_scoped};
  size_t size = plan->landlock_abi >= 6 ? 24 : plan->landlock_abi >= 4 ? 16 : 8;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
  if (ruleset < 0) return -errno;
  for (uint32_t i = 0; i < plan->rule_count; i++) {
    *index = (int)i;
    int error = add_rule(ruleset, &plan->rules[i]);
    if (error < 0) return error;
  }
  *index = -1;
  return ruleset;
}

int csandbox_enforce(int ruleset) {
  int error = syscall(SYS_landlock_restrict_self, ruleset, 0) < 0 ? -errno : 0;
  close(ruleset);
  return error;
}

int csandbox_settle_descriptors(const struct csandbox_plan *plan) {
  int fd = csandbox_is_flat(plan) ? plan->executable_fd : open_plain(plan->executable);
  if (fd < 0) return fd;
  struct stat status;
  if (fstat(fd, &status) < 0) return -errno;
  if (status.st_dev != plan->executable_device || status.st_ino != plan->executable_inode) return -ESTALE;
  if (fd != CSANDBOX_FD_EXECUTABLE) {
    if (dup3(fd, CSANDBOX_FD_EXECUTABLE, O_CLOEXEC) < 0) return -errno;
    close(fd);
  }
  if (fcntl(CSANDBOX_FD_STATUS, F_SETFD, FD_CLOEXEC) < 0) return -errno;
  sigset_t none;
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, NULL) < 0 ? -errno : 0;
}

int csandbox_close_rest(void) { return close_range(CSANDBOX_FD_FIRST_LISTED, ~0u, 0) < 0 ? -errno : 0; }

/// Writes one operand of the filter. The plan is mapped privately, so no other process sees the change.
static void set_operand(const struct csandbox_plan *plan, const unsigned char *offsets, uint32_t index, uint32_t value) {
  // SAFETY: the record was checked to hold `filter_count` instructions, and these offsets are within them.
  uint32_t offset;
  memcpy(&offset, offsets + index * sizeof offset, sizeof offset);
  struct sock_filter at;
  unsigned char *place = (unsigned char *)plan->filter + offset * sizeof at;
  memcpy(&at, place, sizeof at);
  at.k = value;
  memcpy(place, &at, sizeof at);
}

int csandbox_install_filter(const struct csandbox_plan *plan, const struct csandbox_ticket *ticket) {
  for (uint32_t i = 0; i < plan->pid_offset_count; i++) set_operand(plan, plan->pid_offsets, i, (uint32_t)getpid());
  const uint64_t addresses[] = {(uintptr_t)ticket->path, (uintptr_t)ticket->argv, (uintptr_t)ticket->environment};
  for (uint32_t i = 0; i < CSANDBOX_TICKET_HALVES; i++)
    set_operand(plan, plan->ticket_offsets, i, (uint32_t)(addresses[i / 2] >> (i % 2 * 32)));
  struct { unsigned short length; void *filter; } program = {(unsigned short)plan->filter_count, plan->filter};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0 ? -errno : 0;
}

int csandbox_execute(const struct csandbox_ticket *ticket) {
  syscall(SYS_execveat, CSANDBOX_FD_EXECUTABLE, ticket->path, ticket->argv, ticket->environment, AT_EMPTY_PATH);
  return -errno;
}
