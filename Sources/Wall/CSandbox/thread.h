// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// A thread that the C library does not know about. Its body makes kernel calls by `thread_call` only and uses nothing
// but static variables and its stack.

#ifndef CSANDBOX_THREAD_H
#define CSANDBOX_THREAD_H

#include <sys/syscall.h>

/// A kernel call, which returns a negative errno. The fourth argument is zero.
static inline long thread_call(long number, long first, long second, long third) {
#if defined(__x86_64__)
  long result = number;
  register long fourth __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(first), "S"(second), "d"(third), "r"(fourth)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long call __asm__("x8") = number;
  register long x0 __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  register long x3 __asm__("x3") = 0;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(call), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
#else
#error "threads have no start for this architecture"
#endif
}

/// Starts `body` on a stack that ends at `top`, a multiple of 16. It must not return.
///
/// Returns the thread's number or a negative errno.
static inline long thread_start(long flags, void *top, void (*body)(void)) {
#if defined(__x86_64__)
  long result = SYS_clone;
  register long tid __asm__("r10") = 0;
  register long tls __asm__("r8") = 0;
  __asm__ volatile("syscall\n\t"
                   "test %%rax, %%rax\n\t"
                   "jnz 1f\n\t"
                   "xor %%ebp, %%ebp\n\t"
                   "call *%[body]\n\t"
                   "ud2\n"
                   "1:"
                   : "+a"(result)
                   : "D"(flags), "S"(top), "d"(0L), "r"(tid), "r"(tls), [body] "r"(body)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long call __asm__("x8") = SYS_clone;
  register long x0 __asm__("x0") = flags;
  register void *x1 __asm__("x1") = top;
  register long x2 __asm__("x2") = 0;
  register long x3 __asm__("x3") = 0;
  register long x4 __asm__("x4") = 0;
  __asm__ volatile("svc #0\n\t"
                   "cbnz x0, 1f\n\t"
                   "mov x29, #0\n\t"
                   "blr %[body]\n\t"
                   "brk #1\n"
                   "1:"
                   : "+r"(x0)
                   : "r"(call), "r"(x1), "r"(x2), "r"(x3), "r"(x4), [body] "r"(body)
                   : "x30", "memory");
  return x0;
#endif
}

#endif
