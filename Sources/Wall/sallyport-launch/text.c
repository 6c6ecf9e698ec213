// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Memory and string functions under the C library's names; the compiler also generates calls to some of them. It must
// not replace one of these loops by a call to the function that contains it.

#include "runtime.h"

#include <stdint.h>
#include <string.h>

#define PLAIN __attribute__((no_builtin))

PLAIN void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < size; i++) target[i] = source[i];
  return to;
}

PLAIN void *memset(void *bytes, int value, size_t size) {
  unsigned char *target = bytes;
  for (size_t i = 0; i < size; i++) target[i] = (unsigned char)value;
  return bytes;
}

PLAIN int memcmp(const void *left, const void *right, size_t size) {
  const unsigned char *first = left, *second = right;
  for (size_t i = 0; i < size; i++)
    if (first[i] != second[i]) return first[i] < second[i] ? -1 : 1;
  return 0;
}

/// The compiler turns a `memcmp` that only tests equality into this.
PLAIN int bcmp(const void *left, const void *right, size_t size) { return memcmp(left, right, size); }

PLAIN void *memchr(const void *bytes, int value, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++)
    if (at[i] == (unsigned char)value) return (void *)(uintptr_t)(at + i);
  return NULL;
}

PLAIN size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}

PLAIN int strncmp(const char *left, const char *right, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char first = (unsigned char)left[i], second = (unsigned char)right[i];
    if (first != second) return first < second ? -1 : 1;
    if (first == 0) break;
  }
  return 0;
}

PLAIN int strcmp(const char *left, const char *right) { return strncmp(left, right, SIZE_MAX); }

PLAIN char *strchr(const char *text, int value) {
  for (; *text != (char)value; text++)
    if (*text == 0) return NULL;
  return (char *)(uintptr_t)text;
}

PLAIN size_t strcspn(const char *text, const char *ends) {
  size_t length = 0;
  while (text[length] != 0 && strchr(ends, text[length]) == NULL) length++;
  return length;
}
