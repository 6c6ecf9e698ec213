// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The launcher's entry point. It is linked without the C library, whose start-up executes about fifty CPUID
// instructions; in a virtual machine each one traps to the hypervisor, and together they took as long as all the mounts
// of a view. calls.c and text.c define the C library functions that the launcher uses; any other fails to link.

#include "runtime.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

/// The kernel gave no page size, or refused to make the constants read-only.
enum { EXIT_NOT_STARTED = 124 };

static long page_size;

/// The kernel starts a process here, with its arguments, environment and auxiliary vector on the stack.
#if defined(__x86_64__)
__asm__(".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "  xor %ebp, %ebp\n"
        "  mov %rsp, %rdi\n"
        "  and $-16, %rsp\n"
        "  call launcher_start\n"
        "  hlt\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n"
        ".type _start, %function\n"
        "_start:\n"
        "  mov x29, #0\n"
        "  mov x30, #0\n"
        "  mov x0, sp\n"
        "  bl launcher_start\n"
        "  brk #1\n");
#else
#error "the launcher has no start for this architecture"
#endif

/// Makes read-only what the linker marked for it (RELRO); there are no relocations to wait for.
static int protect(const Elf64_Phdr *headers, unsigned long count) {
  for (unsigned long i = 0; i < count; i++) {
    if (headers[i].p_type != PT_GNU_RELRO) continue;
    unsigned long page = (unsigned long)page_size, start = headers[i].p_vaddr & ~(page - 1);
    unsigned long end = (headers[i].p_vaddr + headers[i].p_memsz) & ~(page - 1);
    if (end > start && mprotect((void *)start, end - start, PROT_READ) < 0) return -1;
  }
  return 0;
}

void launcher_start(const unsigned long *stack) {
  // argc, the arguments and NULL, the environment and NULL, then pairs up to AT_NULL.
  const unsigned long *at = stack + 1 + stack[0] + 1;
  const Elf64_Phdr *headers = 0;
  unsigned long count = 0;
  while (*at != 0) at++;
  for (at++; at[0] != AT_NULL; at += 2)
    if (at[0] == AT_PAGESZ) page_size = (long)at[1];
    else if (at[0] == AT_PHDR) headers = (const Elf64_Phdr *)at[1];
    else if (at[0] == AT_PHNUM) count = at[1];
  if (page_size <= 0 || protect(headers, count) < 0) _exit(EXIT_NOT_STARTED);
  _exit(main());
}

long sysconf(int name) { return name == _SC_PAGESIZE ? page_size : -1; }
