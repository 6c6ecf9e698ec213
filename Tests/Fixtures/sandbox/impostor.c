// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Creates a child with the given pid, which must be free, and prints whether that worked. At the end of its input it prints
// whether the child is still running, or the signal that killed it. Needs the capability to choose pids (clone3(2)).

#define _GNU_SOURCE
#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  pid_t wanted = argc > 1 ? atoi(argv[1]) : 0;
  struct clone_args arguments;
  memset(&arguments, 0, sizeof arguments);
  arguments.exit_signal = SIGCHLD;
  arguments.set_tid = (uint64_t)(uintptr_t)&wanted;
  arguments.set_tid_size = 1;
  long pid = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (pid == 0)
    for (;;) pause();
  printf(pid < 0 ? "errno %d\n" : "has %d\n", pid < 0 ? errno : wanted);
  fflush(stdout);
  if (pid < 0) return 1;
  char byte;
  while (read(0, &byte, 1) > 0) {}
  int status;
  pid_t gone = waitpid((pid_t)pid, &status, WNOHANG);
  if (gone == 0) printf("alive\n");
  else printf("gone by %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  kill((pid_t)pid, SIGKILL);
  waitpid((pid_t)pid, &status, 0);
  return 0;
}
