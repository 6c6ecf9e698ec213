// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-X13: the exec ticket. The filter stays in force after the exec, so it has to allow one execveat and no second
// one. It allows the call only if path, argv and environment are at three addresses that the launcher chose at random.
// The exec destroys that address space and the kernel exposes the addresses nowhere, so a program can only guess.
//
// Entropy, with 47-bit user addresses (x86_64) and 4 KiB pages: there are 2^35 - 1 page numbers. The kernel refuses the
// 16 below mmap_min_addr, and pages already mapped (about a hundred in the launcher) are drawn again; both together
// reduce the choice by less than 2^-26. Within the page, the path has 2^12 places; argv takes 136 bytes at a multiple
// of 8 and has 496 places, the environment 264 bytes and 480 places. 3 * 35 + 12 + 8.95 + 8.90 = 134.8 bits. A process
// that makes 2^24 calls per second up to the longest CPU limit of 3600 s makes 2^36 guesses, so one launch in 2^98
// would achieve a second exec. AArch64 with 39-bit addresses leaves 110 bits.

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

// Linux 4.17; the C library's headers may be older than the kernel.
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/// A collision has odds of one in millions, so after this many there is another problem.
enum { TRIES = 64 };

/// The number of bits of a user address: the kernel puts the stack at the top.
static int address_bits(void) {
  int here = 0;
  return 64 - __builtin_clzll((uint64_t)(uintptr_t)&here);
}

/// Maps a private page at a random address and picks a random place in it for `size` bytes at a multiple of
/// `alignment`.
static int draw(size_t size, size_t alignment, void **place) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const uint64_t pages = (1ull << address_bits()) / page;
  int error = -EAGAIN;
  for (int i = 0; i < TRIES; i++) {
    uint64_t random[2];
    ssize_t got = getrandom(random, sizeof random, 0);
    if (got != sizeof random) return got < 0 ? -errno : -EIO;
    // A power of two, so all pages are equally likely; with a few hundred places the bias of 2^64 values is negligible.
    void *wanted = (void *)(uintptr_t)(random[0] % pages * page);
    void *map = mmap(wanted, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (map == wanted) {
      *place = (char *)map + random[1] % ((page - size) / alignment + 1) * alignment;
      return 0;
    }
    error = map == MAP_FAILED ? -errno : -EEXIST;
    // A kernel without MAP_FIXED_NOREPLACE treats the address as a hint.
    if (map != MAP_FAILED) munmap(map, page);
  }
  return error;
}

int csandbox_draw_ticket(const struct csandbox_plan *plan, struct csandbox_ticket *ticket) {
  void *path, *argv, *environment;
  int error = draw(1, 1, &path);
  if (error == 0) error = draw(sizeof plan->argv, sizeof plan->argv[0], &argv);
  if (error == 0) error = draw(sizeof plan->environment, sizeof plan->environment[0], &environment);
  if (error < 0) return error;
  // The page is zeroed, so the path is the empty string at any place in it.
  memcpy(argv, plan->argv, sizeof plan->argv);
  memcpy(environment, plan->environment, sizeof plan->environment);
  *ticket = (struct csandbox_ticket){path, argv, environment};
  return 0;
}
