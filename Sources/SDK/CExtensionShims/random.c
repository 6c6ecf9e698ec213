// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CExtensionShims.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic int is_seeded = 0;
// A counter, so that several threads draw different numbers without a lock.
static _Atomic uint64_t drawn = 0;

void cextensionshims_seed_random(uint64_t seed) {
  atomic_store_explicit(&drawn, seed, memory_order_relaxed);
  atomic_store_explicit(&is_seeded, 1, memory_order_release);
}

void cextensionshims_release_random(void) { atomic_store_explicit(&is_seeded, 0, memory_order_release); }

// The next number of SplitMix64, whose state is a counter.
static uint64_t next_number(void) {
  uint64_t step = UINT64_C(0x9E3779B97F4A7C15);
  uint64_t number = atomic_fetch_add_explicit(&drawn, step, memory_order_relaxed) + step;
  number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);
  return number ^ (number >> 31);
}

static void kernel_random(uint8_t *bytes, size_t count) {
  while (count > 0) {
    long got = syscall(SYS_getrandom, bytes, count, 0);
    if (got < 0 && errno == EINTR) continue;
    // Swift's own function ends the process too.
    if (got <= 0) abort();
    bytes += got;
    count -= (size_t)got;
  }
}

// `SystemRandomNumberGenerator` of the Swift runtime calls this function.
void swift_stdlib_random(void *buffer, size_t count);

void swift_stdlib_random(void *buffer, size_t count) {
  uint8_t *bytes = buffer;
  if (!atomic_load_explicit(&is_seeded, memory_order_acquire)) return kernel_random(bytes, count);
  while (count > 0) {
    uint64_t number = next_number();
    size_t part = count < sizeof number ? count : sizeof number;
    memcpy(bytes, &number, part);
    bytes += part;
    count -= part;
  }
}
