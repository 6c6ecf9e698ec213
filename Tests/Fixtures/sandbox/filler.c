// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fills its container as fast as possible until it is killed. The first line on descriptor 3 names the method.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { file_bytes = 8 << 20, piece_bytes = 1 << 20 };
static char piece[piece_bytes];

static int next_file(void) {
  static int number;
  char name[64];
  snprintf(name, sizeof name, "/container/f-%d", __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED));
  return open(name, O_RDWR | O_CREAT, 0600);
}

static void *fill_by_writes(void *how) {
  (void)how;
  for (;;) {
    int file = next_file();
    for (int done = 0; done < file_bytes; done += piece_bytes)
      if (write(file, piece, piece_bytes) < 0) break;
    close(file);
  }
  return NULL;
}

/// One call per file: a thread that receives SIGSTOP still completes the call.
static void *fill_by_large_writes(void *buffer) {
  for (;;) {
    int file = next_file();
    (void)!write(file, buffer, file_bytes);
    close(file);
  }
  return NULL;
}

static void fill_by_fallocate(void) {
  for (;;) {
    int file = next_file();
    if (fallocate(file, 0, 0, file_bytes) < 0) posix_fallocate(file, 0, file_bytes);
    close(file);
  }
}

static void fill_by_mapping(void) {
  for (;;) {
    int file = next_file();
    if (ftruncate(file, file_bytes) < 0) continue;
    char *bytes = mmap(NULL, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (bytes == MAP_FAILED) continue;
    for (int at = 0; at < file_bytes; at += 4096) bytes[at] = 1;
    munmap(bytes, file_bytes);
  }
}

static void fill_by_copies(void) {
  int source = next_file();
  for (int done = 0; done < file_bytes; done += piece_bytes)
    if (write(source, piece, piece_bytes) < 0) break;
  for (;;) {
    int file = next_file();
    loff_t from = 0;
    while (from < file_bytes && copy_file_range(source, &from, file, NULL, file_bytes - (size_t)from, 0) > 0) continue;
    close(file);
  }
}

/// Removed files, which no directory lists.
static void fill_by_removed_files(void) {
  for (;;) {
    int file = open("/container/removed", O_RDWR | O_CREAT, 0600);
    unlink("/container/removed");
    if (file < 0) {
      pause();
      continue;
    }
    for (int done = 0; done < file_bytes; done += piece_bytes)
      if (write(file, piece, piece_bytes) < 0) break;
  }
}

static void fill_by_removed_mappings(void) {
  for (;;) {
    int file = open("/container/removed", O_RDWR | O_CREAT, 0600);
    unlink("/container/removed");
    for (int done = 0; done < file_bytes; done += piece_bytes)
      if (write(file, piece, piece_bytes) < 0) break;
    (void)mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    close(file);
  }
}

static void fill_by_entries(void) {
  for (;;) close(next_file());
}

static void fill_by_directories(void) {
  for (int number = 0;; number++) {
    char name[64];
    snprintf(name, sizeof name, "/container/d-%d", number);
    mkdir(name, 0700);
  }
}

/// Uses almost the whole budget with files, adds the blocks of directories, and then writes to a file opened before.
static void fill_by_blocks(void) {
  for (int number = 0; number < 7; number++) {
    int file = next_file();
    for (int done = 0; done < file_bytes; done += piece_bytes)
      if (write(file, piece, piece_bytes) < 0) break;
    close(file);
  }
  int last = next_file();
  for (int number = 0; number < 4000; number++) {
    char name[64];
    snprintf(name, sizeof name, "/container/d-%d", number);
    if (mkdir(name, 0700) < 0) break;
  }
  for (int done = 0; done < file_bytes; done += piece_bytes)
    if (write(last, piece, piece_bytes) < 0) break;
  fill_by_writes(NULL);
}

/// Overwrites the same megabyte repeatedly, which stays within the budget.
static void rewrite(void) {
  int file = next_file();
  for (;;)
    if (pwrite(file, piece, piece_bytes, 0) < 0) pause();
}

/// Keeps a file that may still grow, and makes more mappings than the host reads. Then opens and closes files, writes
/// how many were opened before the first refusal, and keeps trying.
static void hide_behind_mappings(void) {
  enum { pages = 20000 };
  (void)next_file();
  char *bytes = mmap(NULL, pages * 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int page = 0; page < pages; page += 2) mprotect(bytes + page * 4096, 4096, PROT_READ | PROT_WRITE);
  int opened = 0;
  for (int is_told = 0;;) {
    int file = next_file();
    if (file >= 0) {
      opened++;
      close(file);
    } else if (!is_told) {
      char answer[32];
      int length = snprintf(answer, sizeof answer, "%d then %d\n", opened, errno);
      (void)!write(4, answer, (size_t)length);
      is_told = 1;
    }
  }
}

/// Opens files from a second thread after the first has exited, as `dispatchMain` lets it.
static void *open_after_first_thread(void *how) {
  (void)how;
  char answer[32];
  sleep(1);
  int opened = 0;
  while (next_file() >= 0) opened++;
  int length = snprintf(answer, sizeof answer, "%d then %d\n", opened, errno);
  (void)!write(4, answer, (size_t)length);
  for (;;) pause();
}

/// Opens a file for each line it reads.
static void open_on_demand(char *line, size_t size) {
  for (;;) {
    int file = next_file();
    (void)!write(4, file < 0 ? "refused\n" : "opened\n", file < 0 ? 8 : 7);
    close(file);
    if (read(3, line, size) <= 0) return;
  }
}

int main(void) {
  char how[32] = "";
  ssize_t count = read(3, how, sizeof how - 1);
  if (count <= 0) return 1;
  how[strcspn(how, "\n")] = 0;
  memset(piece, 1, sizeof piece);
  if (strcmp(how, "ping") == 0) {
    for (;;) {
      (void)!write(4, "pong\n", 5);
      if (read(3, how, sizeof how) <= 0) return 0;
    }
  }
  if (strcmp(how, "opens") == 0) {
    open_on_demand(how, sizeof how);
    return 0;
  }
  if (strcmp(how, "first-exits") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, open_after_first_thread, NULL);
    pthread_exit(NULL);
  }
  if (strcmp(how, "many-mappings") == 0) hide_behind_mappings();
  if (strcmp(how, "threads") == 0) {
    for (int index = 0; index < 7; index++) {
      pthread_t thread;
      pthread_create(&thread, NULL, fill_by_large_writes, calloc(1, file_bytes));
    }
    fill_by_large_writes(calloc(1, file_bytes));
  }
  if (strcmp(how, "writes") == 0) fill_by_writes(NULL);
  if (strcmp(how, "fallocate") == 0) fill_by_fallocate();
  if (strcmp(how, "mapping") == 0) fill_by_mapping();
  if (strcmp(how, "copies") == 0) fill_by_copies();
  if (strcmp(how, "removed") == 0) fill_by_removed_files();
  if (strcmp(how, "removed-mappings") == 0) fill_by_removed_mappings();
  if (strcmp(how, "entries") == 0) fill_by_entries();
  if (strcmp(how, "directories") == 0) fill_by_directories();
  if (strcmp(how, "blocks") == 0) fill_by_blocks();
  if (strcmp(how, "rewrite") == 0) rewrite();
  return 2;
}
