// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// L044–L054: leaks through state that the kernel shares: the report sends, the app reads.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/// Record locks are visible through every descriptor of the same inode, in any process.
static void lock_descriptor(int fd) {
  struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  TRY("lock", fcntl(fd, F_SETLK, &range));
  TRY("probe", fcntl(fd, F_GETLK, &range));
  struct flock open_file = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  TRY("ofd", fcntl(fd, 37 /* F_OFD_SETLK */, &open_file));
  TRY("flock", flock(fd, LOCK_SH | LOCK_NB));
}

/// If nothing can be opened, use the host's inherited descriptors: a pipe can be locked too.
static void lock(const char *const *paths) {
  lock_descriptor(3);
  for (; *paths != NULL; paths++) {
    int fd = open(*paths, O_RDONLY);
    if (fd < 0) continue;
    lock_descriptor(fd);
    close(fd);
  }
}

static void lock_namespace(void) {
  static const char *const paths[] = {"/proc/self/ns/time", "/proc/self/ns/user", NULL};
  lock(paths);
}

static void lock_library(void) {
  static const char *const paths[] = {
      "/bundle", "/bundle/L045", "/usr/share/zoneinfo/UTC", "/lib/x86_64-linux-gnu/libc.so.6", NULL};
  lock(paths);
}

static void watch(void) {
  int fd = (int)TRY("inotify", syscall(SYS_inotify_init1, 0));
  TRY("watch", syscall(SYS_inotify_add_watch, fd, "/bundle", 0xFFF));
}

static void residency(void) {
  static char page[8192];
  unsigned char map[2];
  TRY("mincore", syscall(SYS_mincore, (unsigned long)page & ~4095ul, 4096, map));
  TRY("cachestat", syscall(451, 0, NULL, NULL, 0));
  struct iovec part = {page, 1};
  TRY("nowait", syscall(SYS_preadv2, 3, &part, 1, 0, 0, 8));
}

static void look(const char *step, const char *path) {
  int fd = (int)TRY(step, open(path, O_RDONLY));
  if (fd >= 0) close(fd);
}

static void load(void) {
  if (own_point == REPORT) spin((long)(secret() % 4) * 500);
  look("loadavg", "/proc/loadavg");
  look("stat", "/proc/stat");
  look("meminfo", "/proc/meminfo");
  look("pressure", "/proc/pressure/cpu");
}

static void process_files(void) {
  if (own_point == REPORT && prctl(PR_SET_NAME, secret() & 1 ? "one" : "zero", 0, 0, 0) == 0) acted("comm");
  look("comm", "/proc/2/comm");
  look("cmdline", "/proc/2/cmdline");
}

static void process_ids(void) {
  for (unsigned i = 0; i < 1 + secret() % 4; i++) {
    long child = TRY("fork", syscall(SYS_clone, 17, 0, 0, 0, 0));
    if (child == 0) _exit(0);
  }
}

static void counters(void) {
  look("locks", "/proc/locks");
  look("slabinfo", "/proc/slabinfo");
  look("file-nr", "/proc/sys/fs/file-nr");
  look("interrupts", "/proc/interrupts");
}

/// The seccomp filter reports success but the name does not change.
static void thread_name(void) {
  static const char *const names[] = {"zero", "one"};
  char name[17] = "";
  prctl(PR_SET_NAME, names[secret() & 1], 0, 0, 0);
  prctl(PR_GET_NAME, name, 0, 0, 0);
  tried("renamed", strcmp(name, "one") == 0 || strcmp(name, "zero") == 0 ? 0 : (errno = EPERM, -1));
}

static void quotas(void) {
  TRY("inotify", syscall(SYS_inotify_init1, 0));
  TRY("fork", syscall(SYS_clone, 17, 0, 0, 0, 0));
}

static void ports(void) {
  for (int i = 0; i < 4; i++) TRY("port", socket(AF_INET, SOCK_STREAM, 0));
}

const struct leak kernel_leaks[] = {
    {"L044", APP | REPORT, lock_namespace}, {"L045", APP | REPORT, lock_library}, {"L046", APP | REPORT, watch},
    {"L047", APP | REPORT, residency},      {"L048", APP | REPORT, load},         {"L049", APP | REPORT, process_files},
    {"L050", REPORT, process_ids},          {"L051", APP | REPORT, counters},     {"L052", REPORT, thread_name},
    {"L053", REPORT, quotas},               {"L054", REPORT, ports},              {NULL, 0, NULL},
};
