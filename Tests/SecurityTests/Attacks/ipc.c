// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ways out by shared memory, semaphores, queues and keyrings.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

static key_t key(void) { return (key_t)target_number("key"); }

static void attach_segment(void) {
  int id = (int)TRY("shmget", shmget(key(), 0, 0));
  char *at = shmat(id, NULL, 0);
  if (at == (void *)-1) {
    tell("shmat", -1);
    return;
  }
  tell("shmat", 0);
  show(at, 64);
  strcpy(at, "overwritten");
}

static void make_segment(void) {
  TRY("shmget", shmget(key() + 1, 4096, IPC_CREAT | 0666));
  TRY("msgget", syscall(SYS_msgget, key() + 1, IPC_CREAT | 0666));
}

static void change_semaphore(void) {
  struct sembuf up = {0, 1, IPC_NOWAIT};
  int id = (int)TRY("semget", semget(key(), 0, 0));
  TRY("semop", semop(id, &up, 1));
  TRY("semtimedop", semtimedop(id, &up, 1, &(struct timespec){0, 1}));
}

static void open_queue(void) {
  TRY("mq_open", syscall(SYS_mq_open, target("queue"), O_RDWR | O_NONBLOCK, 0, NULL));
  TRY("mq_open-new", syscall(SYS_mq_open, "sallyport-channel", O_RDWR | O_CREAT, 0666, NULL));
}

static void add_to_keyring(void) { TRY("add_key", syscall(SYS_add_key, "user", target("mark"), "x", 1, -4)); }
static void replace_parent_session(void) { TRY("keyctl", syscall(SYS_keyctl, 18)); }
static void call_helper(void) { TRY("request_key", syscall(SYS_request_key, "user", target("mark"), "callout", -4)); }

static void share_mapping(void) {
  int fd = (int)TRY("open", open(target("zone"), O_RDWR));
  if (fd < 0) fd = open(target("zone"), O_RDONLY);
  void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  tell("mmap-shared", map == MAP_FAILED ? -1 : 0);
}

static void lock_runtime(void) {
  int fd = open(target("zone"), O_RDONLY);
  if (fd < 0) fd = 3;
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
  TRY("flock", flock(fd, LOCK_SH | LOCK_NB));
  TRY("posix", fcntl(fd, F_SETLK, &lock));
  TRY("posix-probe", fcntl(fd, F_GETLK, &lock));
  lock.l_pid = 0;
  TRY("description", fcntl(fd, 37, &lock));
  TRY("description-probe", fcntl(fd, 36, &lock));
  TRY("lease", fcntl(fd, F_SETLEASE, F_RDLCK));
}

const struct attack ipc_attacks[] = {
    {"IP01.segment", attach_segment},
    {"IP02.channel", make_segment},
    {"IP03.semaphore", change_semaphore},
    {"IP04.queue", open_queue},
    {"IP05.add_key", add_to_keyring},
    {"IP06.parent", replace_parent_session},
    {"IP07.request_key", call_helper},
    {"IP08.mapping", share_mapping},
    {"IP09.locks", lock_runtime},
    {NULL, NULL},
};
