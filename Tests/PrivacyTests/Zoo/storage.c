// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// L018–L030: leaks through storage.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

static void user_default(void) {
  snprintf(
      extra_members, sizeof extra_members,
      ",\"effects\":[{\"kind\":\"setDefault\",\"suite\":\"standard\",\"key\":\"k\",\"value\":{\"int\":%u}}]", secret() % 997);
}

static void create(const char *step, const char *path) {
  int file = (int)TRY(step, open(path, O_WRONLY | O_CREAT, 0600));
  if (file < 0) return;
  dprintf(file, "%u", secret());
  close(file);
}

static void container_file(void) {
  create("container", "/container/leak");
  create("home", "/leak");
}

static void named_file(void) {
  size_t length;
  const char *name = shown_name(&length);
  char path[160];
  snprintf(path, sizeof path, "/container/%.*s", (int)(length > 100 ? 100 : length), name);
  create("container", path);
}

static void read_sentinels(void) {
  char path[64];
  for (unsigned i = 0; i < secret() % 8; i++) {
    snprintf(path, sizeof path, "/container/sentinel%u", i);
    close((int)TRY("sentinel", open(path, O_RDONLY)));
  }
  TRY("bundle", open("/bundle", O_RDONLY));
}

static void fill_disk(void) {
  int file = (int)TRY("tmp", open("/tmp/fill", O_WRONLY | O_CREAT, 0600));
  if (file >= 0) TRY("fill", ftruncate(file, (off_t)(secret() % 64) << 16));
}

static void attributes(void) {
  TRY("setxattr", syscall(SYS_setxattr, "/bundle", "user.leak", "x", 1, 0));
  TRY("chmod", syscall(SYS_chmod, "/bundle", secret() & 1 ? 0700 : 0755));
  TRY("link", syscall(SYS_link, "/bundle/L023", "/container/again"));
}

static void shared_places(void) {
  create("tmp", "/tmp/leak");
  create("var-tmp", "/var/tmp/leak");
  create("shm", "/dev/shm/leak");
}

static void print_names(void) {
  for (int stream = 1; stream <= 2; stream++) dprintf(stream, "%.*s\n", (int)(64 + secret() % 64), shown);
}

static void crash(void) {
  acted("crash");
  if (secret() & 1) abort();
}

/// Touched memory stays resident, and the kernel reports the number of pages to the parent process.
static void touch_memory(void) {
  size_t size = (size_t)(1 + secret() % 8) << 20;
  char *memory = malloc(size);
  if (memory == NULL) return;
  for (size_t at = 0; at < size; at += 4096) ((volatile char *)memory)[at] = (char)secret();
  acted("touched");
}

static void write_bundle(void) {
  create("bundle", "/bundle/leak");
  create("self", "/bundle/L028");
}

static void keyring(void) { TRY("add_key", syscall(SYS_add_key, "user", "leak", "x", 1, -3)); }

static void system_v(void) {
  TRY("shmget", syscall(SYS_shmget, 0x5a11, 4096, IPC_CREAT | 0600));
  TRY("semget", syscall(SYS_semget, 0x5a11, 1, IPC_CREAT | 0600));
  TRY("msgget", syscall(SYS_msgget, 0x5a11, IPC_CREAT | 0600));
  TRY("mq_open", syscall(SYS_mq_open, "leak", O_CREAT | O_RDWR, 0600, NULL));
}

const struct leak storage_leaks[] = {
    {"L018", REPORT, user_default},  {"L019", REPORT, container_file}, {"L020", SHIELD, named_file},
    {"L021", REPORT, read_sentinels}, {"L022", REPORT, fill_disk},     {"L023", REPORT, attributes},
    {"L024", REPORT, shared_places}, {"L025", REPORT, print_names},    {"L026", REPORT, crash},
    {"L027", REPORT, touch_memory},  {"L028", REPORT, write_bundle},   {"L029", REPORT, keyring},
    {"L030", REPORT, system_v},      {NULL, 0, NULL},
};
