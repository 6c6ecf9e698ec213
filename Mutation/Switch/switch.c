// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Only raw system calls, because the launcher has no C library. It also gets an environment of its own, so it reads the
// one of the process that started it.

#include "CMutantSwitch.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum { LARGEST = 65536 };

int sallyport_mutant_selected = -1;
unsigned char *volatile sallyport_mutant_hits;

extern char **environ __attribute__((weak));

static long call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
#if defined(__x86_64__)
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  result = x0;
#else
#error "no system calls for this processor"
#endif
  return result;
}

static const char *after(const char *variable, const char *name) {
  while (*name && *variable == *name) variable++, name++;
  return *name == 0 && *variable == '=' ? variable + 1 : 0;
}

static void map_hits(const char *path) {
  long file = call(SYS_openat, AT_FDCWD, (long)path, O_RDWR | O_CLOEXEC, 0, 0, 0);
  if (file < 0) return;
  long mapped = call(SYS_mmap, 0, LARGEST, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  call(SYS_close, file, 0, 0, 0, 0, 0);
  if (mapped > 0) sallyport_mutant_hits = (unsigned char *)mapped;
}

static int take(const char *variable, int selected) {
  const char *value = after(variable, "SALLYPORT_MUTANT");
  if (value) {
    selected = 0;
    for (; *value >= '0' && *value <= '9'; value++) selected = selected * 10 + (*value - '0');
  }
  const char *path = after(variable, "SALLYPORT_MUTANT_HITS");
  if (path && *path) map_hits(path);
  return selected;
}

/// Reads the environment of the process that started this one.
static int take_from_parent(void) {
  static char text[LARGEST];
  char path[40] = "/proc/";
  unsigned long length = 6, digits = 0;
  long parent = call(SYS_getppid, 0, 0, 0, 0, 0, 0);
  char number[20];
  for (long rest = parent; rest > 0; rest /= 10) number[digits++] = (char)('0' + rest % 10);
  while (digits > 0) path[length++] = number[--digits];
  for (const char *name = "/environ"; *name; name++) path[length++] = *name;
  path[length] = 0;
  long file = call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0), size = 0, got;
  if (file < 0) return 0;
  while (size < LARGEST - 1 && (got = call(SYS_read, file, (long)(text + size), LARGEST - 1 - size, 0, 0, 0)) > 0)
    size += got;
  call(SYS_close, file, 0, 0, 0, 0, 0);
  int selected = 0;
  for (long at = 0; at < size;) {
    selected = take(text + at, selected);
    while (at < size && text[at]) at++;
    at++;
  }
  return selected;
}

int sallyport_mutant_read(void) {
  int selected = 0;
  if (&environ && environ) {
    for (char **variable = environ; *variable; variable++) selected = take(*variable, selected);
  } else {
    // The compiler calls the launcher's own memset and memcpy for the buffers, and these may hold mutants. The launcher
    // has one thread, so no other sees this for a moment.
    sallyport_mutant_selected = 0;
    selected = take_from_parent();
  }
  __atomic_store_n(&sallyport_mutant_selected, selected, __ATOMIC_RELEASE);
  return selected;
}
