// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fills the host's disk through the extension's own container, in each way until something stops it.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES = 8 << 20, FILES = 4096, ENTRIES = 100000 };
static char bytes[FILE_BYTES];

static int next_file(void) {
  static int number;
  char name[32];
  snprintf(name, sizeof name, "disk%d", __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED));
  return open(target_below("container", name), O_RDWR | O_CREAT, 0600);
}

static void fill(int fd) {
  for (size_t done = 0; done < FILE_BYTES; done += FILE_BYTES / 8)
    if (write(fd, bytes + done, FILE_BYTES / 8) < 0) break;
}

static void full_disk(void) {
  for (int i = 0; i < FILES; i++) {
    int fd = next_file();
    fill(fd);
    close(fd);
  }
}

static void *fill_large(void *unused) {
  (void)unused;
  char name[64];
  for (int i = 0; i < FILES; i++) {
    snprintf(name, sizeof name, "%s/large-%d-%d", target("container"), (int)gettid(), i);
    int fd = open(name, O_RDWR | O_CREAT, 0600);
    (void)!write(fd, bytes, sizeof bytes);
    close(fd);
  }
  return NULL;
}

static void large_writes(void) {
  for (int i = 0; i < 7; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, fill_large, NULL);
  }
  fill_large(NULL);
}

static void reserve(void) {
  static const int modes[] = {0, FALLOC_FL_KEEP_SIZE, FALLOC_FL_ZERO_RANGE, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                              FALLOC_FL_UNSHARE_RANGE};
  int fd = next_file();
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) TRY("fallocate", fallocate(fd, modes[i], 0, FILE_BYTES));
  close(fd);
}

static void sparse_files(void) {
  for (int i = 0; i < FILES; i++) {
    int fd = next_file();
    if (ftruncate(fd, FILE_BYTES) < 0) break;
    char *pages = mmap(NULL, FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (pages == MAP_FAILED) break;
    for (size_t at = 0; at < FILE_BYTES; at += 4096) pages[at] = 1;
    munmap(pages, FILE_BYTES);
  }
}

static void copies(void) {
  int source = next_file();
  fill(source);
  for (int i = 0; i < FILES; i++) {
    int fd = next_file();
    off_t from = 0;
    while (from < FILE_BYTES && copy_file_range(source, &from, fd, NULL, FILE_BYTES - (size_t)from, 0) > 0) continue;
    close(fd);
  }
}

static void removed_files(void) {
  for (int i = 0; i < FILES; i++) {
    const char *path = target_below("container", "removed");
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    unlink(path);
    fill(fd);
    (void)mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    if (i % 2 == 0) close(fd);
  }
}

static void many_entries(void) {
  for (int i = 0; i < ENTRIES; i++) close(next_file());
}

static void long_names(void) {
  char name[256];
  for (int i = 0; i < ENTRIES; i++) {
    memset(name, 0x9b, 255);
    name[255] = 0;
    for (int digit = 0, rest = i; digit < 17; digit++, rest /= 2) name[digit] = rest % 2 ? '\n' : 0x1b;
    close(open(target_below("container", name), O_RDWR | O_CREAT, 0600));
  }
}

static void nest(mode_t mode, int count) {
  int fd = open(target("container"), O_RDONLY | O_DIRECTORY);
  for (int i = 0; i < count; i++) {
    mkdirat(fd, "d", mode);
    int below = openat(fd, "d", O_RDONLY | O_DIRECTORY);
    if (below < 0) break;
    close(fd);
    fd = below;
  }
}

static void deep_tree(void) { nest(0700, ENTRIES); }

static void closed_tree(void) {
  nest(0700, 70);
  mkdir(target_below("container", "closed"), 0);
}

const struct attack disk_attacks[] = {
    {"RE12.disk", full_disk},
    {"RE12.large", large_writes},
    {"RE12.reserve", reserve},
    {"RE12.sparse", sparse_files},
    {"RE12.copies", copies},
    {"RE12.removed", removed_files},
    {"RE12.entries", many_entries},
    {"RE12.names", long_names},
    {"RE12.deep", deep_tree},
    {"RE12.closed", closed_tree},
    {NULL, NULL},
};
