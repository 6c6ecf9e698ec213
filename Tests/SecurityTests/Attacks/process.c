// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Attacks on other processes, on the process's own launch attributes, and by new processes.

#define _GNU_SOURCE
#include "attack.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char *const no_strings[] = {NULL};

static pid_t host(void) { return (pid_t)target_number("host"); }

static void list_processes(void) {
  DIR *directory = opendir("/proc");
  if (directory == NULL) {
    tell("opendir", -1);
    return;
  }
  long others = 0;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    others += atoi(entry->d_name) > 0 && atoi(entry->d_name) != getpid();
  tell_value("others", others);
}

static void count_by_stat(void) {
  char path[32];
  long others = 0;
  struct stat status;
  for (int pid = 1; pid <= 32768; pid++) {
    if (pid == getpid()) continue;
    snprintf(path, sizeof path, "/proc/%d", pid);
    others += stat(path, &status) == 0;
  }
  tell_value("others", others);
  snprintf(path, sizeof path, "/proc/%d", host());
  TRY("stat-host", stat(path, &status));
}

static void read_host(const char *file) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", host(), file);
  steal(file, path);
}

static void read_command_line(void) {
  read_host("cmdline");
  read_host("environ");
  read_host("status");
}

static void read_memory(void) {
  char path[64], bytes[64];
  snprintf(path, sizeof path, "/proc/%d/mem", host());
  int fd = (int)TRY("open", open(path, O_RDONLY));
  if (fd < 0) return;
  long size = TRY("pread", pread(fd, bytes, sizeof bytes, strtol(target("address"), NULL, 16)));
  if (size > 0) show(bytes, (size_t)size);
}

static void trace_seize(void) { TRY("seize", ptrace(PTRACE_SEIZE, host(), NULL, NULL)); }
static void trace_attach(void) { TRY("attach", ptrace(PTRACE_ATTACH, host(), NULL, NULL)); }
static void trace_me(void) { TRY("traceme", ptrace(PTRACE_TRACEME, 0, NULL, NULL)); }

static void read_foreign_memory(void) {
  char bytes[64];
  struct iovec own = {bytes, sizeof bytes}, foreign = {(void *)strtol(target("address"), NULL, 16), sizeof bytes};
  long size = TRY("process_vm_readv", process_vm_readv(host(), &own, 1, &foreign, 1, 0));
  if (size > 0) show(bytes, (size_t)size);
}

static void write_foreign_memory(void) {
  char bytes[64] = "overwritten";
  struct iovec own = {bytes, sizeof bytes}, foreign = {(void *)strtol(target("address"), NULL, 16), sizeof bytes};
  TRY("process_vm_writev", process_vm_writev(host(), &own, 1, &foreign, 1, 0));
}

static void compare(void) { TRY("kcmp", syscall(SYS_kcmp, getpid(), host(), 0, 1, 1)); }

static void move_foreign_pages(void) {
  void *page = NULL;
  int status = 0;
  unsigned long nodes = 1;
  TRY("move_pages", syscall(SYS_move_pages, host(), 1, &page, NULL, &status, 0));
  TRY("migrate_pages", syscall(SYS_migrate_pages, host(), 8, &nodes, &nodes));
}

static void limit_host(void) {
  struct rlimit files = {16, 16}, size = {0, 0};
  TRY("nofile", prlimit(host(), RLIMIT_NOFILE, &files, NULL));
  TRY("fsize", prlimit(host(), RLIMIT_FSIZE, &size, NULL));
}

static void slow_host(void) { TRY("setpriority", setpriority(PRIO_PROCESS, (id_t)host(), 19)); }

static void pin_host(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  TRY("sched_setaffinity", sched_setaffinity(host(), sizeof one, &one));
}

static void idle_host_io(void) { TRY("ioprio_set", syscall(SYS_ioprio_set, 1, host(), 3 << 13)); }

/// Calls that must give the same answer for an existing process and for one that can't exist.
static void existence_oracles(void) {
  cpu_set_t set;
  pid_t pids[] = {host(), 0x3ffffff};
  for (size_t i = 0; i < 2; i++) {
    TRY("getsid", getsid(pids[i]));
    TRY("getpgid", getpgid(pids[i]));
    TRY("sched_getaffinity", sched_getaffinity(pids[i], sizeof set, &set));
    TRY("getpriority", getpriority(PRIO_PROCESS, (id_t)pids[i]));
    TRY("sched_getscheduler", sched_getscheduler(pids[i]));
    TRY("prlimit", prlimit(pids[i], RLIMIT_NOFILE, NULL, &(struct rlimit){0, 0}));
  }
}

/// Reports a child's pid if there is one; the child exits at once.
static void child_of(const char *step, long pid) {
  if (pid == 0) _exit(0);
  tell(step, pid);
}

static void make_processes(void) {
  pid_t pid = 0;
  child_of("fork", (errno = 0, syscall(SYS_fork)));
  // By number and not by vfork(): a child on this stack must not return from here.
  errno = 0;
  long result = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  child_of("clone", result);
  int error = posix_spawn(&pid, "/bin/true", NULL, NULL, no_strings, no_strings);
  errno = error;
  tell("posix_spawn", error == 0 ? 0 : -1);
}

static void become_sibling(void) {
  errno = 0;
  child_of("clone-parent", syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL));
  errno = 0;
  child_of("clone-files", syscall(SYS_clone, CLONE_FS | CLONE_FILES | SIGCHLD, NULL, NULL, NULL, NULL));
  errno = 0;
  child_of("clone3", syscall(SYS_clone3, &(unsigned long[11]){0}, 88));
}

static int leave_thread(void *nothing) {
  (void)nothing;
  return (int)syscall(SYS_exit, 0);
}

/// Threads with unusual relations: own descriptors, a sibling, a tracee.
static void odd_threads(void) {
  static char stacks[3][16384] __attribute__((aligned(16)));
  const int thread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
  int place = 0;
  TRY("pidfd", clone(leave_thread, stacks[0] + sizeof stacks[0], thread | 0x1000, NULL, &place));
  TRY("parent", clone(leave_thread, stacks[1] + sizeof stacks[1], thread | CLONE_PARENT, NULL));
  TRY("ptrace", clone(leave_thread, stacks[2] + sizeof stacks[2], thread | CLONE_PTRACE, NULL));
}

/// A grandchild in its own session that ignores all signals, so as to outlast the request.
static void outlive(void) {
  errno = 0;
  long pid = syscall(SYS_fork);
  if (pid == 0) {
    setsid();
    if (syscall(SYS_fork) != 0) _exit(0);
    prctl(PR_SET_PDEATHSIG, 0);
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    for (;;) pause();
  }
  tell("fork", pid);
}

static void keep_living(void) {
  TRY("pdeathsig", prctl(PR_SET_PDEATHSIG, 0));
  TRY("pdeathsig-stop", prctl(PR_SET_PDEATHSIG, SIGCONT));
}

static void change_dumpable(void) {
  TRY("off", prctl(PR_SET_DUMPABLE, 0));
  TRY("on", prctl(PR_SET_DUMPABLE, 1));
}

static void invite_tracer(void) { TRY("ptracer", prctl(0x59616d61, -1L)); }

static void unshare_user(void) { TRY("unshare", unshare(CLONE_NEWUSER)); }
static void enter_namespace(void) { TRY("setns", setns(3, 0)); }

static void clone_user(void) {
  errno = 0;
  child_of("clone", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL));
  errno = 0;
  child_of("clone-thread", syscall(SYS_clone, CLONE_NEWUSER | CLONE_VM | CLONE_SIGHAND | SIGCHLD, NULL, NULL, NULL, NULL));
}

static void clone3_user(void) {
  unsigned long arguments[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
  errno = 0;
  child_of("clone3", syscall(SYS_clone3, arguments, sizeof arguments));
}

static void run_shell(void) {
  char program[] = "sh", option[] = "-c", command[] = "echo step shell 0 >&4; echo end >&4; sleep 9";
  char *argv[] = {program, option, command, NULL};
  TRY("execve", execve("/bin/sh", argv, no_strings));
  TRY("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/sh", argv, no_strings, 0));
  int fd = open("/bin/sh", O_RDONLY);
  if (fd >= 0 && dup2(fd, 5) == 5) TRY("execveat-5", syscall(SYS_execveat, 5, "", argv, no_strings, AT_EMPTY_PATH));
}

static void run_set_id(void) {
  char program[] = "probe", again[] = "again";
  char *argv[] = {program, again, NULL};
  TRY("execve", execve(target("set-id"), argv, no_strings));
  int fd = open(target("set-id"), O_RDONLY);
  if (fd >= 0 && dup2(fd, 5) == 5) TRY("execveat-5", syscall(SYS_execveat, 5, "", argv, no_strings, AT_EMPTY_PATH));
}

static void run_memory(void) {
  int fd = (int)TRY("memfd_create", memfd_create("program", 0));
  TRY("memfd_secret", syscall(447, 0));
  if (fd < 0) return;
  char bytes[65536], program[] = "program", again[] = "again";
  char *argv[] = {program, again, NULL};
  int from = open(target("executable"), O_RDONLY);
  for (ssize_t size; (size = read(from, bytes, sizeof bytes)) > 0;)
    if (write(fd, bytes, (size_t)size) != size) return;
  TRY("execveat", syscall(SYS_execveat, fd, "", argv, no_strings, AT_EMPTY_PATH));
}

static void become_root(void) {
  TRY("setresuid", syscall(SYS_setresuid, 0, 0, 0));
  TRY("setuid", syscall(SYS_setuid, 0));
  TRY("setgroups", syscall(SYS_setgroups, 0, NULL));
  TRY("setfsuid", syscall(SYS_setfsuid, 0));
  unsigned header[2] = {0x20080522, 0}, all[6] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
  TRY("capset", syscall(SYS_capset, header, all));
}

static void change_personality(void) { TRY("personality", personality(ADDR_NO_RANDOMIZE | READ_IMPLIES_EXEC)); }

const struct attack process_attacks[] = {
    {"PR01.list", list_processes},
    {"PR02.stat", count_by_stat},
    {"PR03.cmdline", read_command_line},
    {"PR04.mem", read_memory},
    {"PR12.seize", trace_seize},
    {"PR12.attach", trace_attach},
    {"PR12.traceme", trace_me},
    {"PR13.readv", read_foreign_memory},
    {"PR13.writev", write_foreign_memory},
    {"PR14.kcmp", compare},
    {"PR15.pages", move_foreign_pages},
    {"PR16.prlimit", limit_host},
    {"PR17.setpriority", slow_host},
    {"PR18.affinity", pin_host},
    {"PR19.ioprio", idle_host_io},
    {"PR20.oracles", existence_oracles},
    {"PR21.fork", make_processes},
    {"PR22.sibling", become_sibling},
    {"PR22.threads", odd_threads},
    {"PR23.outlive", outlive},
    {"PR24.pdeathsig", keep_living},
    {"PR25.dumpable", change_dumpable},
    {"PR26.ptracer", invite_tracer},
    {"PR27.unshare", unshare_user},
    {"PR27.setns", enter_namespace},
    {"PR27.clone", clone_user},
    {"PR27.clone3", clone3_user},
    {"PR28.shell", run_shell},
    {"PR29.set-id", run_set_id},
    {"PR30.memfd", run_memory},
    {"PR32.root", become_root},
    {"PR33.personality", change_personality},
    {NULL, NULL},
};
