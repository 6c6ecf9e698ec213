// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Kernel calls of the host (H1, H3, H4).

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Runs in the host's memory while its thread is suspended (vfork): makes system calls only and writes nothing but
/// `error`.
///
/// The sources are above all targets, so no dup2 overwrites a source that is still needed.
__attribute__((noreturn)) static void become_launcher(const char *path, char *const *argv, char *const *envp,
                                                      const int *sources, int count, volatile int *error) {
  int failed = 0;
  for (int i = 0; i < count && !failed; i++)
    failed = sources[i] >= 0 ? dup2(sources[i], i) < 0 : close(i) < 0 && errno != EBADF;
  if (!failed && close_range((unsigned)count, ~0u, 0) == 0) execve(path, argv, envp);
  *error = -errno;
  _exit(127);
}

int csandbox_spawn(const char *path, const int *sources, size_t count, pid_t *pid) {
  char name[] = "sallyport-launch";
  char *argv[] = {name, NULL}, *envp[] = {NULL};
  for (size_t i = 0; i < count; i++)
    if (sources[i] >= 0 && sources[i] < (int)count) return -EINVAL;
  // No signal handler of the host may run in the child, so block all signals with the raw call: the C library's would
  // leave its internal ones open. The exec removes handlers; the launcher resets ignored signals (WALL-L3).
  const uint64_t all = ~0ull;
  uint64_t before;
  if (syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all) < 0) return -errno;
  // vfork, because the cost of fork grows with the host's memory, and posix_spawn queries each signal's disposition
  // and, for each descriptor, the limit on their number: about a hundred calls per launch.
  volatile int error = 0;
  pid_t child = vfork();
  if (child == 0) become_launcher(path, argv, envp, sources, (int)count, &error);
  int result = child < 0 ? -errno : error;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
  if (child > 0 && result < 0) waitpid(child, NULL, 0);
  if (result == 0) *pid = child;
  return result;
}

int csandbox_spawn_unconfined(const char *path, char *const *argv, char *const *envp, const int *sources, size_t count,
                              pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return -error;
  if ((error = posix_spawnattr_init(&attributes)) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -error;
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  for (size_t i = 0; i < count && error == 0; i++)
    if (sources[i] >= 0) error = posix_spawn_file_actions_adddup2(&actions, sources[i], (int)i);
    else error = posix_spawn_file_actions_addclose(&actions, (int)i);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, (int)count);
  if (error == 0) error = posix_spawn(pid, path, &actions, &attributes, argv, envp);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return -error;
}

int csandbox_own_network(void) {
  int network = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  return network < 0 ? -errno : network;
}

int csandbox_make_network(int home, int *is_away) {
  *is_away = 0;
  if (unshare(CLONE_NEWNET) < 0) return -errno;
  int network = csandbox_own_network();
  if (setns(home, CLONE_NEWNET) == 0) return network;
  int error = -errno;
  *is_away = 1;
  if (network >= 0) close(network);
  return error;
}

int csandbox_open_beneath(int directory, const char *path, int flags) {
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = (uint64_t)(unsigned)flags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long fd = syscall(SYS_openat2, directory, path, &how, sizeof how);
  return fd < 0 ? -errno : (int)fd;
}

int csandbox_sealed_memory(const void *bytes, size_t length) {
  int fd = memfd_create("sallyport-plan", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -errno;
  size_t done = 0;
  while (done < length) {
    ssize_t written = write(fd, (const char *)bytes + done, length - done);
    if (written < 0) {
      int error = -errno;
      close(fd);
      return error;
    }
    done += (size_t)written;
  }
  if (fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) < 0) {
    int error = -errno;
    close(fd);
    return error;
  }
  return fd;
}

int csandbox_reserve(int fd, int64_t bytes) {
  if (bytes <= 0) return 0;
  int result;
  do result = fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, bytes);
  while (result < 0 && errno == EINTR);
  return result == 0 || errno == EOPNOTSUPP || errno == ENOSYS ? 0 : -errno;
}

int csandbox_pipe(int *read_end, int *write_end) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  *read_end = ends[0];
  *write_end = ends[1];
  return 0;
}

int csandbox_pidfd_open(pid_t pid) {
  long fd = syscall(SYS_pidfd_open, pid, 0);
  return fd < 0 ? -errno : (int)fd;
}

int csandbox_volume(int fd, int64_t *free_bytes, int64_t *free_inodes, int *in_memory) {
  struct statfs volume;
  if (fstatfs(fd, &volume) < 0) return -errno;
  *free_bytes = (int64_t)volume.f_bfree * (int64_t)volume.f_bsize;
  *free_inodes = volume.f_files == 0 ? -1 : (int64_t)volume.f_ffree;
  *in_memory = volume.f_type == TMPFS_MAGIC || volume.f_type == RAMFS_MAGIC;
  return 0;
}

int csandbox_hasten_thread(void) {
  // struct sched_attr is not declared by every C library.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = sizeof attributes, .nice = -20, .runtime = 100000};
  if (syscall(SYS_sched_setattr, 0, &attributes, 0) == 0) return 0;
  attributes.nice = getpriority(PRIO_PROCESS, 0);
  return syscall(SYS_sched_setattr, 0, &attributes, 0) < 0 ? -errno : 0;
}

int csandbox_put_thread_first(void) {
  struct sched_param priority = {.sched_priority = 1};
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) < 0 ? csandbox_hasten_thread() : 0;
}

int csandbox_written(int io, int64_t *bytes) {
  char text[512];
  ssize_t count = pread(io, text, sizeof text - 1, 0);
  if (count < 0) return -errno;
  text[count] = 0;
  const char *value = strstr(text, "\nwrite_bytes: ");
  if (value == NULL) return -ENODATA;
  *bytes = strtoll(value + strlen("\nwrite_bytes: "), NULL, 10);
  return 0;
}

int csandbox_pidfd_kill(int pidfd, int signal) {
  return syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0) < 0 ? -errno : 0;
}

int csandbox_pidfd_wait(int pidfd, int milliseconds, int *code, int *status, int64_t *resident) {
  struct pollfd pollfd = {.fd = pidfd, .events = POLLIN, .revents = 0};
  int ready;
  do ready = poll(&pollfd, 1, milliseconds);
  while (ready < 0 && errno == EINTR);
  if (ready < 0) return -errno;
  if (ready == 0) return 0;
  siginfo_t info;
  memset(&info, 0, sizeof info);
  struct rusage usage;
  memset(&usage, 0, sizeof usage);
  // The C library's waitid has no usage.
  if (syscall(SYS_waitid, P_PIDFD, pidfd, &info, WEXITED | WNOHANG, &usage) < 0) return -errno;
  if (info.si_pid == 0) return 0;
  *resident = usage.ru_maxrss * 1024;
  *code = info.si_code;
  *status = info.si_status;
  return 1;
}

int csandbox_pidfd_wait_stopped(int pidfd, int milliseconds) {
  // No descriptor becomes ready when a process stops, and a blocking wait has no timeout.
  for (int64_t left = (int64_t)milliseconds * 20; left >= 0; left--) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    if (waitid(P_PIDFD, (id_t)pidfd, &info, WSTOPPED | WEXITED | WNOHANG | WNOWAIT) < 0 && errno != EINTR)
      return -errno;
    if (info.si_pid != 0) return 1;
    struct timespec pause = {.tv_nsec = 50000};
    nanosleep(&pause, NULL);
  }
  return 0;
}

int csandbox_affinity(pid_t thread, uint64_t *words, size_t count) {
  // The raw call returns the number of bytes written.
  long bytes = syscall(SYS_sched_getaffinity, thread, count * sizeof *words, words);
  return bytes < 0 ? -errno : (int)((size_t)bytes / sizeof *words);
}

int csandbox_set_affinity(pid_t thread, const uint64_t *words, size_t count) {
  return syscall(SYS_sched_setaffinity, thread, count * sizeof *words, words) < 0 ? -errno : 0;
}

int csandbox_wait_pid(pid_t pid) {
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -errno;
  return status;
}

int csandbox_read_status(int fd, struct csandbox_status *record, int milliseconds) {
  struct pollfd pollfd = {.fd = fd, .events = POLLIN, .revents = 0};
  int ready;
  do ready = poll(&pollfd, 1, milliseconds);
  while (ready < 0 && errno == EINTR);
  if (ready < 0) return -errno;
  if (ready == 0) return -ETIMEDOUT;
  ssize_t size = read(fd, record, sizeof *record);
  if (size < 0) return -errno;
  if (size == 0) return 0;
  return size == (ssize_t)sizeof *record ? 1 : -EPROTO;
}

int csandbox_set_dumpable(int dumpable) {
  return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0) < 0 ? -errno : 0;
}

int csandbox_children_are_ignored(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) < 0) return -errno;
  return action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0;
}

struct start {
  void (*body)(void *);
  void *context;
};

static void *run_thread(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  // A thread inherits the priority of the thread that started it, which may differ from the process's. Raising it may
  // be refused, and then it stays.
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), getpriority(PRIO_PROCESS, (id_t)getpid()));
  start.body(start.context);
  return NULL;
}

int csandbox_start_thread(void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return -ENOMEM;
  *start = (struct start){body, context};
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run_thread, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error != 0) {
    free(start);
    return -error;
  }
  pthread_detach(thread);
  return 0;
}
