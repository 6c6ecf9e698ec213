// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ways for a process that saw secrets to leave them where another process of its family can find them, and channels
// between processes.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

static void write_container(void) {
  TRY("own", open(target_below("container", "secret"), O_WRONLY | O_CREAT, 0600));
  TRY("view", open("/container/secret", O_WRONLY | O_CREAT, 0600));
  TRY("neighbour", open(target_below("neighbour", "secret"), O_WRONLY | O_CREAT, 0600));
}

static void write_runtime(void) {
  TRY("bundle", open(target_below("bundle", "secret"), O_WRONLY | O_CREAT, 0600));
  TRY("asset", open(target_below("bundle", "asset"), O_WRONLY));
  TRY("zone", open(target("zone"), O_WRONLY));
  TRY("zone-times", utimensat(AT_FDCWD, target("zone"), NULL, 0));
  TRY("bundle-times", utimensat(AT_FDCWD, target_below("bundle", "asset"), NULL, 0));
}

static void print_secret(void) {
  char line[128];
  int length = snprintf(line, sizeof line, "%s\n", target("mark"));
  for (int fd = 1; fd <= 2; fd++) tell_value("written", write(fd, line, (size_t)length));
}

static void leave_with_status(void) { _exit(42); }

static void measure_pages(void) {
  unsigned char residency[16];
  struct { unsigned long offset, length; } range = {0, 4096};
  unsigned long counts[5];
  void *own = (void *)((unsigned long)(void *)measure_pages & ~4095ul);
  TRY("mincore", mincore(own, 4096, residency));
  TRY("cachestat", syscall(451, 3, &range, counts, 0));
}

static void probe_page_cache(void) {
  char bytes[16];
  struct iovec place = {bytes, sizeof bytes};
  int fd = open(target_below("bundle", "asset"), O_RDONLY);
  TRY("preadv2", syscall(SYS_preadv2, fd < 0 ? 3 : fd, &place, 1, 0, 0, 8));
}

static void lock_time_namespace(void) {
  int fd = open("/proc/self/ns/time", O_RDONLY);
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
  TRY("lock", fcntl(fd < 0 ? 3 : fd, F_SETLK, &lock));
  TRY("probe", fcntl(fd < 0 ? 3 : fd, F_GETLK, &lock));
}

static void probe_runtime_lock(void) {
  int fd = open(target("zone"), O_RDONLY);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
  TRY("getlk", fcntl(fd < 0 ? 3 : fd, F_GETLK, &lock));
}

static void watch_runtime(void) {
  int fd = (int)TRY("inotify_init1", inotify_init1(IN_NONBLOCK));
  TRY("watch", inotify_add_watch(fd, target("zone"), IN_OPEN));
}

/// The prctl succeeds in a sealed process without effect; the host reads the name.
static void rename_thread(void) {
  tell_value("prctl", prctl(PR_SET_NAME, "s3cret-in-name"));
  int fd = open("/proc/self/comm", O_WRONLY);
  tell_value("comm", fd < 0 ? errno : (int)write(fd, "s3cret-in-name", 14));
}

static void read_cgroup(void) {
  char bytes[1024];
  int fd = open("/proc/self/cgroup", O_RDONLY);
  ssize_t size = fd < 0 ? 0 : read(fd, bytes, sizeof bytes);
  if (size > 0) show(bytes, (size_t)size);
}

// ---- Residuals: what stays open on purpose, stated by the suite (`sandbox.md#layers`) ----------------

static void read_load(void) {
  struct sysinfo info;
  TRY("sysinfo", sysinfo(&info));
  tell_value("load", (long)info.loads[0]);
}

static void read_kernel_release(void) {
  struct utsname name;
  TRY("uname", uname(&name));
}

static void read_mounts(void) {
  char bytes[16384];
  int fd = (int)TRY("open", open("/proc/self/mountinfo", O_RDONLY));
  if (fd < 0) return;
  size_t used = 0;
  for (ssize_t size; used < sizeof bytes - 1 && (size = read(fd, bytes + used, sizeof bytes - 1 - used)) > 0;)
    used += (size_t)size;
  bytes[used] = 0;
  errno = EPERM;
  tell("store-path", strstr(bytes, target("store")) != NULL ? 0 : -1);
}

const struct attack exfiltration_attacks[] = {
    {"EX01.container", write_container},
    {"EX02.runtime", write_runtime},
    {"EX04.status", leave_with_status},
    {"EX05.log", print_secret},
    {"EX09.pages", measure_pages},
    {"CV01.time", lock_time_namespace},
    {"CV02.runtime", probe_runtime_lock},
    {"CV03.watch", watch_runtime},
    {"CV04.name", rename_thread},
    {"CV05.cache", probe_page_cache},
    {"CV06.cgroup", read_cgroup},
    {"IP10.sysinfo", read_load},
    {"RS01.release", read_kernel_release},
    {"RS02.mountinfo", read_mounts},
    {NULL, NULL},
};
