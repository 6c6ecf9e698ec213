// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// New code, unmapped memory, and invalid pointers.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

static long mapped(void *map) { return map == MAP_FAILED ? -1 : 0; }

static void memory_file(void) {
  TRY("memfd_create", memfd_create("hidden", 0));
  TRY("memfd_secret", syscall(447, 0));
}

static void write_and_execute(void) {
  const int all = PROT_READ | PROT_WRITE | PROT_EXEC;
  TRY("anonymous", mapped(mmap(NULL, 4096, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)));
  TRY("shared", mapped(mmap(NULL, 4096, all, MAP_SHARED | MAP_ANONYMOUS, -1, 0)));
}

/// Writes `mov eax, 42; ret` or its AArch64 equivalent and runs it if the kernel allows.
static void run_written_code(const char *step, int (*make_executable)(void *, size_t)) {
#if defined(__x86_64__)
  static const unsigned char code[] = {0xb8, 42, 0, 0, 0, 0xc3};
#else
  static const unsigned char code[] = {0x40, 0x05, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6};
#endif
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  memcpy(page, code, sizeof code);
  if (TRY(step, make_executable(page, 4096)) == 0) tell_value("ran", ((int (*)(void))page)());
}

static int protect(void *page, size_t size) { return mprotect(page, size, PROT_READ | PROT_EXEC); }
static int protect_with_key(void *page, size_t size) {
  return (int)syscall(SYS_pkey_mprotect, page, size, PROT_READ | PROT_EXEC, -1);
}
static void write_then_execute(void) {
  run_written_code("mprotect", protect);
  run_written_code("pkey_mprotect", protect_with_key);
}

/// Maps code from a file that the extension wrote itself.
static void map_own_file(void) {
  static const char code[4096] = {(char)0xc3};
  int fd = open(target_below("container", "code"), O_RDWR | O_CREAT, 0700);
  if (fd >= 0 && write(fd, code, sizeof code) < 0) return;
  TRY("mmap", mapped(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0)));
}

static void attach_executable(void) {
  int id = (int)TRY("shmget", shmget(IPC_PRIVATE, 4096, 0700));
  TRY("shmat", shmat(id, NULL, SHM_EXEC) == (void *)-1 ? -1 : 0);
  // If a test omits the sandbox, the segment must not outlast the test.
  if (id >= 0) shmctl(id, IPC_RMID, NULL);
}

static void write_own_text(void) {
  int fd = (int)TRY("open", open("/proc/self/mem", O_RDWR));
  if (fd >= 0) TRY("pwrite", pwrite(fd, "\xc3", 1, (off_t)(unsigned long)(void *)write_own_text));
}

static void memory_policy(void) {
  unsigned long nodes = 1;
  TRY("set_mempolicy", syscall(SYS_set_mempolicy, 2, &nodes, 64));
  TRY("mbind", syscall(SYS_mbind, &nodes, 4096, 2, &nodes, 64, 0));
  TRY("migrate_pages", syscall(SYS_migrate_pages, 0, 64, &nodes, &nodes));
  TRY("mlock", mlock(&nodes, 8));
  TRY("mlockall", mlockall(MCL_CURRENT));
}

static void lying_pointers(void) {
  void *kernel = (void *)0xffff888000000000ul;
  tell_value("rseq", syscall(334, kernel, 32, 0, 0) < 0 ? errno : 0);
  tell_value("set_robust_list", syscall(SYS_set_robust_list, kernel, 24) < 0 ? errno : 0);
  tell_value("set_tid_address", syscall(SYS_set_tid_address, kernel));
  tell_value("read", syscall(SYS_read, 3, kernel, 0));
  tell_value("write", syscall(SYS_write, 1, kernel, 16) < 0 ? errno : 0);
}

const struct attack memory_attacks[] = {
    {"KS09.memfd", memory_file},
    {"KS18.map", write_and_execute},
    {"KS19.protect", write_then_execute},
    {"KS19.own-file", map_own_file},
    {"KS20.segment", attach_executable},
    {"KS21.mem", write_own_text},
    {"KS22.policy", memory_policy},
    {"KS23.pointers", lying_pointers},
    {NULL, NULL},
};
