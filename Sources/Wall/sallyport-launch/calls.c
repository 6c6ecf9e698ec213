// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The launcher's system calls under the C library's names, using calls that both architectures have. One `errno` is
// enough: the launcher has one thread.

#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int last_error;

int *__errno_location(void) { return &last_error; }

long launcher_result(long result) {
  if (result > -4096 && result < 0) {
    last_error = (int)-result;
    return -1;
  }
  return result;
}

/// `syscall(number, …)`: shifts its arguments down by one register.
#if defined(__x86_64__)
__asm__(".globl syscall\n"
        ".type syscall, @function\n"
        "syscall:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %rdi\n"
        "  mov %rdx, %rsi\n"
        "  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n"
        "  mov %r9, %r8\n"
        "  mov 8(%rsp), %r9\n"
        "  syscall\n"
        "  mov %rax, %rdi\n"
        "  jmp launcher_result\n");
#elif defined(__aarch64__)
__asm__(".globl syscall\n"
        ".type syscall, %function\n"
        "syscall:\n"
        "  mov x8, x0\n"
        "  mov x0, x1\n"
        "  mov x1, x2\n"
        "  mov x2, x3\n"
        "  mov x3, x4\n"
        "  mov x4, x5\n"
        "  mov x5, x6\n"
        "  svc #0\n"
        "  b launcher_result\n");
#endif

// MARK: Files

/// The mode is an argument only with O_CREAT.
#define MODE(flags, last) \
  ({ \
    mode_t mode_ = 0; \
    if (((flags) & O_CREAT) != 0) { \
      va_list arguments_; \
      va_start(arguments_, last); \
      mode_ = va_arg(arguments_, mode_t); \
      va_end(arguments_); \
    } \
    mode_; \
  })

int open(const char *path, int flags, ...) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, (long)flags, (long)MODE(flags, flags));
}

int openat(int directory, const char *path, int flags, ...) {
  return (int)syscall(SYS_openat, (long)directory, path, (long)flags, (long)MODE(flags, flags));
}

int fcntl(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  long argument = va_arg(arguments, long);
  va_end(arguments);
  return (int)syscall(SYS_fcntl, (long)fd, (long)command, argument);
}

int close(int fd) { return (int)syscall(SYS_close, (long)fd); }
int close_range(unsigned first, unsigned last, int flags) {
  return (int)syscall(SYS_close_range, (long)first, (long)last, (long)flags);
}
int dup3(int from, int to, int flags) { return (int)syscall(SYS_dup3, (long)from, (long)to, (long)flags); }
int fstat(int fd, struct stat *status) { return (int)syscall(SYS_fstat, (long)fd, status); }
ssize_t read(int fd, void *bytes, size_t size) { return syscall(SYS_read, (long)fd, bytes, size); }
ssize_t write(int fd, const void *bytes, size_t size) { return syscall(SYS_write, (long)fd, bytes, size); }
ssize_t pread(int fd, void *bytes, size_t size, off_t offset) {
  return syscall(SYS_pread64, (long)fd, bytes, size, offset);
}
ssize_t readlink(const char *path, char *text, size_t size) {
  return syscall(SYS_readlinkat, AT_FDCWD, path, text, size);
}
int mkdir(const char *path, mode_t mode) { return (int)syscall(SYS_mkdirat, AT_FDCWD, path, (long)mode); }
int symlink(const char *target, const char *path) { return (int)syscall(SYS_symlinkat, target, AT_FDCWD, path); }
int chdir(const char *path) { return (int)syscall(SYS_chdir, path); }
mode_t umask(mode_t mask) { return (mode_t)syscall(SYS_umask, (long)mask); }
void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset) {
  return (void *)syscall(SYS_mmap, address, size, (long)protection, (long)flags, (long)fd, offset);
}
int mprotect(void *address, size_t size, int protection) {
  return (int)syscall(SYS_mprotect, address, size, (long)protection);
}
int munmap(void *address, size_t size) { return (int)syscall(SYS_munmap, address, size); }

int poll(struct pollfd *list, nfds_t count, int milliseconds) {
  struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
  return (int)syscall(SYS_ppoll, list, count, milliseconds < 0 ? NULL : &time, NULL, 0L);
}

// MARK: Sockets

int socketpair(int domain, int type, int protocol, int ends[2]) {
  return (int)syscall(SYS_socketpair, (long)domain, (long)type, (long)protocol, ends);
}
ssize_t send(int fd, const void *bytes, size_t size, int flags) {
  return syscall(SYS_sendto, (long)fd, bytes, size, (long)flags, NULL, 0L);
}
ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  return syscall(SYS_sendmsg, (long)fd, message, (long)flags);
}
ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  return syscall(SYS_recvmsg, (long)fd, message, (long)flags);
}

// MARK: The process

void _exit(int status) {
  while (1) syscall(SYS_exit_group, (long)status);
}

int prctl(int option, ...) {
  va_list arguments;
  va_start(arguments, option);
  long list[4];
  for (int i = 0; i < 4; i++) list[i] = va_arg(arguments, long);
  va_end(arguments);
  return (int)syscall(SYS_prctl, (long)option, list[0], list[1], list[2], list[3]);
}

pid_t getpid(void) { return (pid_t)syscall(SYS_getpid); }
pid_t setsid(void) { return (pid_t)syscall(SYS_setsid); }
int unshare(int flags) { return (int)syscall(SYS_unshare, (long)flags); }
int setns(int fd, int type) { return (int)syscall(SYS_setns, (long)fd, (long)type); }
int personality(unsigned long persona) { return (int)syscall(SYS_personality, persona); }
int sethostname(const char *name, size_t size) { return (int)syscall(SYS_sethostname, name, size); }
ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
  return syscall(SYS_getrandom, bytes, size, (long)flags);
}
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *parameters) {
  return (int)syscall(SYS_sched_setscheduler, (long)pid, (long)policy, parameters);
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  return (int)syscall(SYS_prlimit64, 0L, (long)resource, NULL, limit);
}
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  return (int)syscall(SYS_prlimit64, 0L, (long)resource, limit, NULL);
}

// The process has one thread here, so there are no other threads to update.
int setgroups(size_t count, const gid_t *list) { return (int)syscall(SYS_setgroups, count, list); }
int setresgid(gid_t real, gid_t effective, gid_t saved) {
  return (int)syscall(SYS_setresgid, (long)real, (long)effective, (long)saved);
}
int setresuid(uid_t real, uid_t effective, uid_t saved) {
  return (int)syscall(SYS_setresuid, (long)real, (long)effective, (long)saved);
}

/// The kernel's set has 64 bits; the C library's is longer and starts with them.
int sigemptyset(sigset_t *set) {
  *set = (sigset_t){0};
  return 0;
}
int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
  return (int)syscall(SYS_rt_sigprocmask, (long)how, set, before, 8L);
}
