// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Short strings for kernel interfaces, built in a buffer: the launcher is linked without the C library and has no
// printf.

#ifndef CSANDBOX_WORDS_H
#define CSANDBOX_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct words {
  char *at;
  /// The last byte of the buffer, which stays 0.
  char *end;
};

static inline struct words words_in(char *buffer, size_t size) {
  buffer[0] = 0;
  return (struct words){buffer, buffer + size - 1};
}

/// Omits what does not fit; each caller's buffer holds the longest text it makes.
static inline void add_text(struct words *words, const char *text) {
  while (*text != 0 && words->at < words->end) *words->at++ = *text++;
  *words->at = 0;
}

static inline void add_number(struct words *words, uint32_t number) {
  // 4294967295 has ten digits.
  char digits[11];
  char *first = digits + sizeof digits - 1;
  *first = 0;
  do *--first = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  add_text(words, first);
}

#endif
