// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Positive controls: what every ordinary extension needs. A sandbox that refuses everything would contain every attack.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void *set_flag(void *flag) {
  *(int *)flag = 1;
  return NULL;
}

static void run_threads(void) {
  int flags[2] = {0, 0};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    errno = pthread_create(&threads[i], NULL, set_flag, &flags[i]);
    tell("create", errno == 0 ? 0 : -1);
    if (errno != 0) return;
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  tell("joined", flags[0] && flags[1] ? 0 : -1);
}

static void tell_time(void) {
  struct timespec now, moment = {0, 1000};
  TRY("clock", clock_gettime(CLOCK_REALTIME, &now));
  TRY("sleep", nanosleep(&moment, NULL));
  int events = (int)TRY("epoll", epoll_create1(EPOLL_CLOEXEC)), counter = (int)TRY("eventfd", eventfd(1, EFD_CLOEXEC));
  struct epoll_event event = {.events = EPOLLIN};
  TRY("watch", epoll_ctl(events, EPOLL_CTL_ADD, counter, &event));
  TRY("wait", epoll_wait(events, &event, 1, 100) == 1 ? 0 : -1);
}

static void read_bundle(void) {
  char text[5];
  struct stat status;
  TRY("stat", stat(target_below("bundle", "asset"), &status));
  int fd = (int)TRY("open", open(target_below("bundle", "asset"), O_RDONLY | O_CLOEXEC));
  TRY("read", read(fd, text, sizeof text) == 5 && memcmp(text, "asset", 5) == 0 ? 0 : -1);
  TRY("directory", open(target("bundle"), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/// Writes atomically like Foundation: a new file, then a rename over the old one.
static void write_files(const char *place) {
  for (int i = 0; i < 2; i++) {
    int fd = (int)TRY("create", open(target_below(place, "new"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    TRY("write", write(fd, "text", 4));
    TRY("fsync", fsync(fd));
    close(fd);
    TRY("rename", rename(target_below(place, "new"), target_below(place, "old")));
  }
  TRY("mkdir", mkdir(target_below(place, "directory"), 0700));
  TRY("rmdir", rmdir(target_below(place, "directory")));
  TRY("unlink", unlink(target_below(place, "old")));
}

static void write_container(void) { write_files("container"); }
static void write_scratch(void) { write_files("scratch"); }

static void take_memory(void) {
  void *memory = mmap(NULL, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tell("map", memory == MAP_FAILED ? -1 : 0);
  if (memory == MAP_FAILED) return;
  memset(memory, 1, 16 << 20);
  TRY("unmap", munmap(memory, 16 << 20));
}

const struct attack control_attacks[] = {
    {"OK01.threads", run_threads},
    {"OK02.time", tell_time},
    {"OK03.bundle", read_bundle},
    {"OK04.container", write_container},
    {"OK05.scratch", write_scratch},
    {"OK06.memory", take_memory},
    {NULL, NULL},
};
