// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Allowed system calls with modes, flags and commands that no runtime needs.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };

/// Each mode allocates or frees space that the limit on file size doesn't count.
static void allocate(void) {
  signal(SIGXFSZ, SIG_IGN);
  static const char *const places[] = {"container", "scratch"};
  for (size_t place = 0; place < 2; place++) {
    int fd = open(target_below(places[place], "allocated"), O_RDWR | O_CREAT, 0600);
    for (int bit = 0; bit < 32; bit++) TRY("mode", syscall(SYS_fallocate, fd, 1u << bit, 0l, 64l << 20));
    TRY("punch", syscall(SYS_fallocate, fd, 3, 0l, 64l << 20));
    TRY("wide", syscall(SYS_fallocate, fd, 0xffffffff00000001ul, 0l, 64l << 20));
  }
}

/// The CPU clock of a process by its pid, the alarm clocks, and a descriptor as a clock.
static void foreign_clocks(void) {
  const long pids[] = {target_number("host"), getpid(), 1};
  struct timespec now;
  for (size_t i = 0; i < 3; i++)
    for (unsigned kind = 0; kind < 3; kind++) {
      clockid_t clock = (clockid_t)(~(unsigned)pids[i] << 3 | kind);
      TRY("gettime", syscall(SYS_clock_gettime, clock, &now));
      TRY("getres", syscall(SYS_clock_getres, clock, &now));
    }
  static const clockid_t others[] = {8, 9, (clockid_t)(~3u << 3 | 3), 16, 23};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    TRY("gettime", syscall(SYS_clock_gettime, others[i], &now));
    TRY("timerfd", syscall(SYS_timerfd_create, others[i], 0));
  }
}

/// Advice that probes or changes which pages are resident or shared, or that reports broken memory to the kernel.
static void bad_advice(void) {
  static const int advice[] = {9, 12, 20, 21, 22, 23, 25};
  void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t i = 0; i < sizeof advice / sizeof advice[0]; i++) TRY("madvise", syscall(SYS_madvise, page, PAGE, advice[i]));
  // Unmapped first, so that the machine loses no memory if nothing refuses the call.
  munmap(page, PAGE);
  TRY("hwpoison", syscall(SYS_madvise, page, PAGE, 100));
  TRY("soft-offline", syscall(SYS_madvise, page, PAGE, 101));
}

static long mapped(void *map) { return map == MAP_FAILED ? -1 : 0; }

/// Moves memory over other memory.
static void move_memory(void) {
  char *pages = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TRY("fixed", mapped(mremap(pages, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, pages + 2 * PAGE)));
  TRY("dont-unmap", mapped(mremap(pages + PAGE, PAGE, PAGE, MREMAP_MAYMOVE | 4, NULL)));
}

static void odd_maps(void) {
  static const int flags[] = {
      MAP_SHARED | MAP_ANONYMOUS, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NONBLOCK, 3 | MAP_ANONYMOUS,
  };
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
    TRY("mmap", mapped(mmap(NULL, PAGE, PROT_READ | PROT_WRITE, flags[i], -1, 0)));
}

/// Memory barriers on every core of the machine.
static void global_barriers(void) {
  static const int commands[] = {1, 2, 4, 32, 64, 128, 256, 512};
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
    TRY("membarrier", syscall(SYS_membarrier, commands[i], 0, 0));
}

/// Signals for input, packets in pipes, reads past the page cache.
static void odd_flags(void) {
  int ends[2];
  TRY("async", fcntl(3, F_SETFL, O_ASYNC));
  TRY("direct", fcntl(4, F_SETFL, O_DIRECT));
  TRY("pipe", syscall(SYS_pipe2, ends, O_DIRECT));
  TRY("open-direct", open(target("executable"), O_RDONLY | O_DIRECT));
  TRY("open-async", open(target("executable"), O_RDONLY | O_ASYNC));
  TRY("directory", mkdir(target_below("container", "sticky"), 01777));
}

const struct attack argument_attacks[] = {
    {"RE18.fallocate", allocate},
    {"KS25.clocks", foreign_clocks},
    {"KS26.advice", bad_advice},
    {"KS27.remap", move_memory},
    {"KS28.maps", odd_maps},
    {"KS29.barriers", global_barriers},
    {"KS30.flags", odd_flags},
    {NULL, NULL},
};
