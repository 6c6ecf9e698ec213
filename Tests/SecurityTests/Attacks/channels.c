// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Both ends of channels between two processes: the sender is an attack, and the host starts the receiver beside it.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 48, SLOT_NS = 10000000 };

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// The message, known to both ends and the host: every third bit and a few more.
static int bit(int slot) { return (slot * 7 + slot / 3) % 3 == 0; }

static void wait_until(int64_t instant) {
  struct timespec time = {instant / 1000000000, instant % 1000000000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

static void *talk(void *unused) {
  int64_t start = target_number("start");
  for (int slot = 0; slot < SLOTS; slot++) {
    wait_until(start + (int64_t)slot * SLOT_NS);
    while (bit(slot) && now() < start + (int64_t)(slot + 1) * SLOT_NS) {}
  }
  return unused;
}

/// Keeps two cores busy for a 1, and idles for a 0.
static void modulate(void) {
  pthread_t other;
  if (pthread_create(&other, NULL, talk, NULL) != 0) return;
  talk(NULL);
  pthread_join(other, NULL);
  tell_value("slots", SLOTS);
}

/// Measures the work done in each slot.
void listen_for_load(void) {
  int64_t start = target_number("start");
  for (int slot = 0; slot < SLOTS; slot++) {
    wait_until(start + (int64_t)slot * SLOT_NS);
    long count = 0;
    while (now() < start + (int64_t)(slot + 1) * SLOT_NS) count++;
    tell_value(bit(slot) ? "one" : "nought", count);
  }
}

/// Takes a lock that another process can query if it has the same inode.
void hold_lock(void) {
  int fd = (int)TRY("open", open(target("zone"), O_RDONLY));
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
  TRY("hold", fcntl(fd, F_SETLK, &lock));
}

void probe_lock(void) {
  int fd = (int)TRY("open", open(target("zone"), O_RDONLY));
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
  TRY("probe", fcntl(fd, F_GETLK, &lock));
  tell_value("seen", lock.l_type != F_UNLCK);
}

/// Writes and syncs repeatedly for half a second.
static void flood_disk(void) {
  static const char bytes[65536];
  int fd = (int)TRY("open", open(target_below("container", "flood"), O_WRONLY | O_CREAT, 0600));
  int64_t end = now() + 500000000;
  long rounds = 0;
  while (now() < end && pwrite(fd, bytes, sizeof bytes, 0) > 0 && fsync(fd) == 0) rounds++;
  tell_value("rounds", rounds);
}

const struct attack channel_attacks[] = {
    {"EX06.load", modulate},
    {"RE13.fsync", flood_disk},
    {NULL, NULL},
};
