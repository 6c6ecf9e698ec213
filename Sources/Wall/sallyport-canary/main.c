// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The canary (`sandbox.md#layers`): tries, inside the sandbox, what no extension may do and what every extension must
// be able to do, and reports each result on descriptor 4. It first reads five lines: the host's pid, its database, and
// the paths of bundle, container and scratch. The host does not rely on the reports for side effects: it checks those
// itself.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { REQUEST = 3, REPLY = 4 };

/// "<act> 1" when the act succeeded, "<act> 0" when it was refused.
static void tell(const char *act, int succeeded) {
  char line[64];
  int length = snprintf(line, sizeof line, "%s %d\n", act, succeeded);
  if (write(REPLY, line, (size_t)length) < 0) _exit(1);
}

static void *set_flag(void *flag) {
  *(int *)flag = 1;
  return NULL;
}

static int run_threads(void) {
  int flags[2] = {0, 0};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    if (pthread_create(&threads[i], NULL, set_flag, &flags[i]) != 0) return 0;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return flags[0] && flags[1];
}

static int can_write(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0) return 0;
  int written = write(fd, "canary", 6) == 6;
  close(fd);
  return written;
}

static int can_write_in(const char *directory) {
  char path[4096];
  snprintf(path, sizeof path, "%s/canary", directory);
  return can_write(path);
}

static int can_map_code(void) {
  void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return map != MAP_FAILED;
}

static int can_fork(void) {
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  return pid > 0;
}

int main(void) {
  char line[4096], path[64];
  ssize_t size = read(REQUEST, line, sizeof line - 1);
  if (size <= 0) return 64;
  line[size] = 0;
  char *words[5] = {NULL}, *rest = NULL;
  for (int i = 0; i < 5; i++)
    if ((words[i] = strtok_r(i == 0 ? line : NULL, "\n", &rest)) == NULL) return 64;
  const char *database = words[1], *bundle = words[2], *container = words[3], *scratch = words[4];
  pid_t host = (pid_t)atoi(words[0]);
  struct stat status;
  snprintf(path, sizeof path, "/proc/%d", host);

  tell("open-database", open(database, O_RDONLY) >= 0);
  tell("stat-database", stat(database, &status) == 0);
  // In a pid namespace the host's number can only equal our own if it is 1.
  tell("find-host", host != getpid() && stat(path, &status) == 0);
  tell("kill-host", host != getpid() && kill(host, 0) == 0);
  tell("fork", can_fork());
  tell("socket", socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  tell("memfd", syscall(SYS_memfd_create, "canary", 0) >= 0);
  tell("new-code", can_map_code());
  tell("chmod-bundle", chmod(bundle, 0777) == 0);
  tell("clear-death-signal", prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0);
  tell("write-outside", can_write("/canary") || can_write_in(bundle));

  tell("threads", run_threads());
  tell("read-bundle", open(bundle, O_RDONLY | O_DIRECTORY) >= 0);
  tell("write-container", can_write_in(container));
  tell("write-scratch", can_write_in(scratch));
  tell("end", 1);
  // Never legitimate: the filter kills the process here.
  ptrace(PTRACE_TRACEME, 0, NULL, NULL);
  tell("ptrace", 1);
  return 0;
}
