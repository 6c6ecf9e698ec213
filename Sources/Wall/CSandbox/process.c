// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-L1, WALL-L3, WALL-L4, WALL-X1, WALL-X2, WALL-X6–WALL-X9, WALL-X11: process attributes of the extension, set
// before the exec.

#define _GNU_SOURCE
#include "CSandbox.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Linux 6.3; the C library's headers may be older than the kernel.
#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

static int write_file(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return -errno;
  ssize_t written = write(fd, text, strlen(text));
  int error = written < 0 ? -errno : 0;
  close(fd);
  return error;
}

int csandbox_follow_parent(int status_fd) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return -errno;
  struct pollfd pollfd = {.fd = status_fd, .events = 0, .revents = 0};
  if (poll(&pollfd, 1, 0) < 0) return -errno;
  return (pollfd.revents & (POLLERR | POLLNVAL)) != 0 ? -EPIPE : 0;
}

/// Resets every signal with the raw call: the C library hides two signals, which may be inherited as ignored too.
static int default_dispositions(void) {
  const struct { void (*handler)(int); unsigned long flags; void (*restorer)(void); uint64_t mask; } usual = {0};
  for (int number = 1; number < NSIG; number++)
    if (number != SIGKILL && number != SIGSTOP &&
        syscall(SYS_rt_sigaction, number, &usual, NULL, sizeof usual.mask) < 0)
      return -errno;
  return 0;
}

int csandbox_clean_start(int last_fd) {
  int error = default_dispositions();
  if (error < 0) return error;
  if (personality(0) < 0) return -errno;
  struct sched_param none = {0};
  if (sched_setscheduler(0, SCHED_OTHER, &none) < 0) return -errno;
  // A kernel without NUMA has no memory policy to reset.
  if (syscall(SYS_set_mempolicy, 0, NULL, 0) < 0 && errno != ENOSYS) return -errno;
  if ((error = write_file("/proc/self/oom_score_adj", "1000")) < 0) return error;
  umask(022);
  if (close_range((unsigned)last_fd + 1, ~0u, 0) < 0) return -errno;
  return 0;
}

pid_t csandbox_clone(uint64_t namespaces, int cgroup_fd) {
  struct clone_args arguments;
  memset(&arguments, 0, sizeof arguments);
  arguments.flags = namespaces | CLONE_PARENT;
  if (cgroup_fd >= 0) {
    // The root of a cgroup namespace is the cgroup at its creation, so it is created in WALL-X1, after the process has
    // joined the leaf. Without a leaf it is created here, which saves a call and about 5% of the launch.
    arguments.flags &= ~(uint64_t)CLONE_NEWCGROUP;
    arguments.flags |= CLONE_INTO_CGROUP;
    arguments.cgroup = (uint64_t)cgroup_fd;
  }
  long pid = syscall(SYS_clone3, &arguments, sizeof arguments);
  return pid < 0 ? -errno : (pid_t)pid;
}

int csandbox_join_cgroup(int cgroup_fd) {
  int fd = openat(cgroup_fd, "cgroup.procs", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return -errno;
  int error = write(fd, "0", 1) < 0 ? -errno : 0;
  close(fd);
  return error;
}

int csandbox_new_session(int new_cgroup_namespace) {
  if (setsid() < 0) return -errno;
  if (new_cgroup_namespace && unshare(CLONE_NEWCGROUP) < 0) return -errno;
  return 0;
}

/// Maps `outer` to 65534, the only id in the user namespace.
static int map_id(const char *path, uint32_t outer) {
  char line[48];
  struct words words = words_in(line, sizeof line);
  add_text(&words, "65534 ");
  add_number(&words, outer);
  add_text(&words, " 1\n");
  return write_file(path, line);
}

int csandbox_map_identity(uint32_t outer_uid, uint32_t outer_gid) {
  int error = write_file("/proc/self/setgroups", "deny");
  if (error < 0) return error;
  if ((error = map_id("/proc/self/gid_map", outer_gid)) < 0) return error;
  return map_id("/proc/self/uid_map", outer_uid);
}

int csandbox_set_host_name(void) {
  static const char name[] = "extension";
  return sethostname(name, sizeof name - 1) < 0 ? -errno : 0;
}

int csandbox_limit(const struct csandbox_limit *limits, uint32_t count, int *index) {
  // A huge page would count 2 MiB for one byte. Kernels without huge pages return EINVAL.
  (void)prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  for (uint32_t i = 0; i < count; i++) {
    struct rlimit now;
    *index = (int)i;
    if (getrlimit((int)limits[i].resource, &now) < 0) return -errno;
    rlim_t value = limits[i].value < now.rlim_max ? limits[i].value : now.rlim_max;
    struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    if (setrlimit((int)limits[i].resource, &both) < 0) return -errno;
  }
  return 0;
}

int csandbox_drop_bounding_set(void) {
  for (int capability = 0; capability < 64; capability++)
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0) {
      if (errno == EINVAL && capability > 0) break;
      return -errno;
    }
  return 0;
}

int csandbox_change_identity(uint32_t uid, uint32_t gid) {
  return setgroups(0, NULL) < 0 || setresgid(gid, gid, gid) < 0 || setresuid(uid, uid, uid) < 0 ? -errno : 0;
}

int csandbox_drop_capabilities(void) {
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) return -errno;
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
  memset(none, 0, sizeof none);
  return syscall(SYS_capset, &header, none) < 0 ? -errno : 0;
}

int csandbox_no_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0;
}

int csandbox_refuse_new_code(void) {
  if (prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) == 0) return 1;
  return errno == EINVAL ? 0 : -errno;
}
