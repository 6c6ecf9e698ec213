// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Attacks by signals. Those with more than one target send SIGURG, which processes ignore by default: the witness
// handles and counts it, and a missing protection kills no other process.

#define _GNU_SOURCE
#include "attack.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pid_t host(void) { return (pid_t)target_number("host"); }

static void kill_host(void) {
  TRY("urgent", kill(host(), SIGURG));
  TRY("stop", kill(host(), SIGSTOP));
  TRY("terminate", kill(host(), SIGTERM));
  TRY("kill", kill(host(), SIGKILL));
}

static void signal_everybody(void) { TRY("everybody", kill(-1, SIGURG)); }

static void signal_group(void) {
  TRY("own-group", kill(0, SIGURG));
  TRY("group-of-host", kill(-(pid_t)target_number("group"), SIGURG));
}

/// The answers must be the same for every number, whatever process has it.
static void count_by_kill(void) {
  int first = 0;
  long different = 0, alive = 0;
  for (int pid = 2; pid <= 32768; pid++) {
    if (pid == getpid()) continue;
    errno = 0;
    if (kill(pid, 0) == 0) alive++;
    if (first == 0) first = errno;
    different += errno != first;
  }
  TRY("host", kill(host(), 0));
  tell_value("alive", alive);
  tell_value("different", different);
}

static void forge(void) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = SIGURG;
  info.si_code = SI_QUEUE;
  TRY("rt_sigqueueinfo", syscall(SYS_rt_sigqueueinfo, host(), SIGURG, &info));
  TRY("rt_tgsigqueueinfo", syscall(SYS_rt_tgsigqueueinfo, host(), host(), SIGURG, &info));
  TRY("tkill", syscall(SYS_tkill, host(), SIGURG));
  TRY("tgkill", syscall(SYS_tgkill, host(), host(), SIGURG));
}

static void open_pidfd(void) {
  int fd = (int)TRY("pidfd_open", syscall(SYS_pidfd_open, host(), 0));
  if (fd >= 0) TRY("pidfd_send_signal", syscall(SYS_pidfd_send_signal, fd, SIGURG, NULL, 0));
}

static void signal_descriptors(void) {
  for (int fd = 0; fd < 16; fd++) TRY("pidfd_send_signal", syscall(SYS_pidfd_send_signal, fd, SIGURG, NULL, 0));
}

static void copy_descriptor(void) { TRY("pidfd_getfd", syscall(SYS_pidfd_getfd, 3, 3, 0)); }

/// Blocks all signals and stops: only SIGKILL ends this, and the host must not wait for anything else.
static void ignore_everything(void) {
  sigset_t all;
  for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  tell_value("deaf", 1);
  finish();
  raise(SIGSTOP);
}

const struct attack signal_attacks[] = {
    {"PR05.kill", kill_host},
    {"PR06.everybody", signal_everybody},
    {"PR07.group", signal_group},
    {"PR08.oracle", count_by_kill},
    {"PR09.forged", forge},
    {"PR10.pidfd", open_pidfd},
    {"PR11.descriptors", signal_descriptors},
    {"PR11.getfd", copy_descriptor},
    {"PR34.deaf", ignore_everything},
    {NULL, NULL},
};
