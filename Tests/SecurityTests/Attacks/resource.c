// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Floods: each continues until something stops it, and reports how far it got.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { MEBIBYTE = 1 << 20 };

/// Maps and touches a mebibyte at a time, beyond every budget.
static void take_memory(int kind) {
  long count = 0;
  while (count < 512) {
    char *piece = mmap(NULL, MEBIBYTE, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED) break;
    for (int at = 0; at < MEBIBYTE; at += 4096) piece[at] = 1;
    count++;
  }
  tell_value("error", errno);
  tell_value("mebibytes", count);
}

static void private_memory(void) { take_memory(MAP_PRIVATE); }
static void shared_memory(void) { take_memory(MAP_SHARED); }

/// Reserves addresses without memory.
static void reserve_addresses(void) {
  long count = 0;
  while (count < 4096 && mmap(NULL, MEBIBYTE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) count++;
  tell_value("mebibytes", count);
}

static void memory_files(void) {
  long made = 0;
  for (int i = 0; i < 100; i++) {
    int fd = (int)TRY("memfd_create", memfd_create("flood", 0));
    if (fd < 0) break;
    made++;
    if (ftruncate(fd, 16 * MEBIBYTE) < 0) break;
  }
  tell_value("made", made);
}

static void many_mappings(void) {
  long count = 0;
  for (int i = 0; i < 70000; i++) {
    // Adjacent mappings with different protection can't be merged.
    void *page = mmap(NULL, 4096, i % 2 == 0 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) break;
    count++;
  }
  tell_value("mappings", count);
}

static long fill(const char *path) {
  static char bytes[65536];
  long written = 0;
  int fd = open(path, O_WRONLY | O_CREAT, 0600);
  if (fd < 0) return -1;
  for (ssize_t size; written < 64l * MEBIBYTE && (size = write(fd, bytes, sizeof bytes)) > 0;) written += size;
  return written;
}

static void fill_places(void) {
  TRY("root", open("/flood", O_WRONLY | O_CREAT, 0600));
  TRY("proc", mkdir("/proc/flood", 0700));
  long total = 0;
  char path[32];
  signal(SIGXFSZ, SIG_IGN);
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "/tmp/flood%d", i);
    long size = fill(path);
    if (size > 0) total += size;
  }
  tell_value("bytes", total);
  long files = 0;
  for (int i = 0; i < 4000; i++) {
    snprintf(path, sizeof path, "/tmp/f%d", i);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    if (fd < 0) break;
    close(fd);
    files++;
  }
  tell_value("files", files);
}

static void many_pipes(void) {
  int ends[2], count = 0;
  long enlarged = fcntl(4, F_SETPIPE_SZ, MEBIBYTE);
  tell("setpipe", enlarged);
  while (count < 5000 && pipe(ends) == 0) count++;
  tell_value("error", errno);
  tell_value("pipes", count);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winfinite-recursion"
static int recurse(volatile char *above) {
  volatile char frame[4096];
  frame[0] = above[0];
  return recurse(frame) + frame[1];
}
#pragma clang diagnostic pop
static void deep_stack(void) {
  volatile char first[1] = {0};
  tell_value("returned", recurse(first));
}

static void fork_bomb(void) {
  for (int i = 0; i < 1000; i++) {
    errno = 0;
    long pid = syscall(SYS_fork);
    if (pid == 0) {
      pause();
      _exit(0);
    }
    if (i < 5 || pid > 0) tell("fork", pid);
  }
}

static void *wait_for_ever(void *nothing) {
  pause();
  return nothing;
}
static void thread_bomb(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  long count = 0;
  int error = 0;
  for (pthread_t thread; count < 2000; count++)
    if ((error = pthread_create(&thread, &attributes, wait_for_ever, NULL)) != 0) break;
  tell_value("error", error);
  tell_value("threads", count);
}

static void many_watchers(void) {
  int last = -1;
  long count = 0;
  for (; count < 500; count++) {
    int fd = epoll_create1(0);
    if (fd < 0) break;
    struct epoll_event event = {.events = EPOLLIN};
    if (last >= 0 && epoll_ctl(fd, EPOLL_CTL_ADD, last, &event) < 0) break;
    last = fd;
  }
  tell_value("error", errno);
  tell_value("instances", count);
}

static void many_timers(void) {
  struct itimerspec soon = {{0, 1}, {0, 1}};
  long count = 0;
  for (; count < 2000; count++) {
    int fd = count % 2 == 0 ? timerfd_create(CLOCK_MONOTONIC, 0) : eventfd(0, 0);
    if (fd < 0) break;
    if (count % 2 == 0) timerfd_settime(fd, 0, &soon, NULL);
  }
  tell_value("error", errno);
  tell_value("descriptors", count);
}

static void *spin(void *nothing) {
  for (volatile unsigned long i = 0;; i++) {}
  return nothing;
}
static void busy(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spin, NULL);
  spin(NULL);
}

static void busy_for_ever(void) {
  finish();
  busy();
}

static void large_file(void) {
  signal(SIGXFSZ, SIG_IGN);
  static const char *const places[] = {"container", "scratch"};
  for (size_t i = 0; i < 2; i++) {
    long size = fill(target_below(places[i], "large"));
    tell_value(places[i], size);
    unlink(i == 0 ? "" : target_below(places[i], "large"));
  }
}

static void crash_with_secret(void) {
  char *secret = malloc(4096);
  if (secret != NULL) memset(secret, 'S', 4096);
  abort();
}

static void die_last(void) {
  TRY("adjust", open("/proc/self/oom_score_adj", O_WRONLY));
  TRY("adjust-other", open(target_below("host-proc", "oom_score_adj"), O_WRONLY));
}

/// Writes 8 MiB to each log descriptor, as fast as they are read.
static void flood_log(void) {
  static char bytes[65536];
  memset(bytes, 'x', sizeof bytes);
  for (int fd = 1; fd <= 2; fd++) fcntl(fd, F_SETFL, O_NONBLOCK);
  long written = 0;
  for (int i = 0; i < 256; i++) {
    ssize_t size = write(1 + i % 2, bytes, sizeof bytes);
    if (size > 0) written += size;
  }
  tell_value("bytes", written);
}

const struct attack resource_attacks[] = {
    {"RE01.private", private_memory},
    {"RE02.shared", shared_memory},
    {"RE02.reserve", reserve_addresses},
    {"RE02.memfd", memory_files},
    {"RE02.mappings", many_mappings},
    {"RE03.places", fill_places},
    {"RE04.pipes", many_pipes},
    {"RE05.stack", deep_stack},
    {"RE06.fork", fork_bomb},
    {"RE07.threads", thread_bomb},
    {"RE08.epoll", many_watchers},
    {"RE09.timers", many_timers},
    {"RE10.limit", busy},
    {"RE10.deadline", busy_for_ever},
    {"RE11.file", large_file},
    {"RE15.crash", crash_with_secret},
    {"RE16.oom", die_last},
    {"RE17.log", flood_log},
    {NULL, NULL},
};
