// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Takes memory as fast as possible until it is killed. The first line on descriptor 3 names the method.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { page = 4096, most = 192 << 20 };

static char *reserve(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void touch(char *bytes, size_t size) {
  for (size_t at = 0; at < size; at += page) bytes[at] = 1;
}

static void *touch_share(void *share) {
  touch(share, most / 4);
  for (;;) pause();
}

static void touch_by_threads(char *bytes) {
  for (int index = 0; index < 4; index++) {
    pthread_t thread;
    pthread_create(&thread, NULL, touch_share, bytes + index * (most / 4));
  }
}

static void take_in_pieces(void) {
  for (;;) {
    char *piece = malloc(100000);
    if (piece != NULL) memset(piece, 1, 100000);
  }
}

/// Each thread uses its whole stack.
static void *use_stack(void *unused) {
  char bytes[7 << 20];
  (void)unused;
  touch(bytes, sizeof bytes);
  __asm__ volatile("" ::"r"(bytes) : "memory");
  for (;;) pause();
}

static void *take_after_first_thread(void *bytes) {
  usleep(100000);
  touch(bytes, most);
  for (;;) pause();
}

/// A process that stays below its budget for as long as it is asked to.
static void stay(int mebibytes) {
  char line[32];
  touch(reserve((size_t)mebibytes << 20), (size_t)mebibytes << 20);
  do (void)!write(4, "pong\n", 5);
  while (read(3, line, sizeof line) > 0);
  exit(0);
}

/// Answers how many MiB of address space could be reserved, up to 1024.
static void reserve_only(void) {
  char answer[32];
  int mebibytes = 0;
  while (mebibytes < 1024 && mmap(NULL, 32 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
    mebibytes += 32;
  int length = snprintf(answer, sizeof answer, "%d\n", mebibytes);
  (void)!write(4, answer, (size_t)length);
}

int main(void) {
  char how[32] = "";
  ssize_t count = read(3, how, sizeof how - 1);
  if (count <= 0) return 1;
  how[strcspn(how, "\n")] = 0;
  if (strncmp(how, "stay ", 5) == 0) stay(atoi(how + 5));
  if (strcmp(how, "reserve") == 0) reserve_only();
  if (strcmp(how, "touch") == 0) touch(reserve(most), most);
  if (strcmp(how, "threads") == 0) touch_by_threads(reserve(most));
  if (strcmp(how, "huge") == 0) {
    char *bytes = reserve(most);
    madvise(bytes, most, MADV_HUGEPAGE);
    touch(bytes, most);
  }
  if (strcmp(how, "pieces") == 0) take_in_pieces();
  if (strcmp(how, "stacks") == 0) {
    for (int index = 0; index < 24; index++) {
      pthread_t thread;
      pthread_create(&thread, NULL, use_stack, NULL);
    }
  }
  if (strcmp(how, "after-rest") == 0) {
    char *bytes = reserve(most);
    sleep(1);
    touch(bytes, most);
  }
  if (strcmp(how, "first-exits") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, take_after_first_thread, reserve(most));
    pthread_exit(NULL);
  }
  for (;;) pause();
}
