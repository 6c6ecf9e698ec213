// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Attacks on the kernel's interface. Calls that would change the machine use arguments that it rejects, so that a
// missing protection shows as another error and not as a reboot.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void page_faults(void) { TRY("userfaultfd", syscall(SYS_userfaultfd, 1)); }

static void performance(void) {
  unsigned attributes[32] = {1, 128, 0, 0};
  TRY("perf_event_open", syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0));
}

static void every_key_operation(void) {
  for (long operation = 0; operation < 33; operation++) TRY("keyctl", syscall(SYS_keyctl, operation, -3, 0, 0, 0));
}

static void session_keyring(void) { TRY("keyctl", syscall(SYS_keyctl, 0, -3, 0)); }
static void bpf(void) { TRY("bpf", syscall(SYS_bpf, 0, NULL, 0)); }
static void init_module(void) { TRY("init_module", syscall(SYS_init_module, NULL, 0, "")); }
static void finit_module(void) { TRY("finit_module", syscall(SYS_finit_module, 3, "", 0)); }
static void delete_module(void) { TRY("delete_module", syscall(SYS_delete_module, "no-such-module", 0)); }
static void kexec_load(void) { TRY("kexec_load", syscall(SYS_kexec_load, 0, ~0ul, NULL, 0)); }
static void kexec_file(void) { TRY("kexec_file_load", syscall(SYS_kexec_file_load, -1, -1, 0, NULL, 0)); }
static void accounting(void) { TRY("acct", syscall(SYS_acct, "/no/such/file")); }
static void swap_on(void) { TRY("swapon", syscall(SYS_swapon, "/no/such/file", 0)); }
static void swap_off(void) { TRY("swapoff", syscall(SYS_swapoff, "/no/such/file")); }
static void restart(void) { TRY("reboot", syscall(SYS_reboot, 0, 0, 0, NULL)); }
static void quota(void) { TRY("quotactl", syscall(SYS_quotactl, 0, NULL, 0, NULL)); }
static void kernel_log(void) {
  char text[256];
  TRY("syslog", syscall(SYS_syslog, 3, text, sizeof text));
  TRY("syslog-size", syscall(SYS_syslog, 10, NULL, 0));
}

#if defined(__x86_64__)
static void port_level(void) { TRY("iopl", syscall(SYS_iopl, 3)); }
static void port_access(void) { TRY("ioperm", syscall(SYS_ioperm, 0x80, 1, 1)); }
static void segments(void) { TRY("modify_ldt", syscall(SYS_modify_ldt, 0, NULL, 0)); }

/// Calls getpid through the 32-bit entry.
static void old_entry(void) {
  long result = 20;
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  tell("int-0x80", result);
}

static void x32_entry(void) { TRY("x32-getpid", syscall(0x40000000 + SYS_getpid)); }

/// The page may be absent (a crash), execute-only, or emulated; in any case it yields at most the time.
static void legacy_page(void) {
  time_t (*legacy_time)(time_t *) = (time_t(*)(time_t *))0xffffffffff600400ul;
  tell_value("time", legacy_time(NULL));
}

static void thread_area(void) {
  static const int codes[] = {0x1001, 0x1004, 0x1011, 0x1012, 0x1021, 0x1022, 0x1023, 0x4001, 0x5001};
  unsigned long place[4];
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
    TRY("arch_prctl", syscall(SYS_arch_prctl, codes[i], codes[i] == 0x1012 ? 0ul : (unsigned long)place));
  }
}
#endif

/// Numbers beyond the table, and the newest that a kernel may have.
static void unknown_numbers(void) {
  static const long numbers[] = {600, 470, 480, 999, 0x3fffffff};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) TRY("beyond", syscall(numbers[i], 0, 0, 0, 0, 0, 0));
}

/// Numbers in the table that no profile allows.
static void known_numbers(void) {
  static const long numbers[] = {450, 451, 452, 453, 457, 463, 467, 468, 469};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) TRY("inside", syscall(numbers[i], 0, 0, 0, 0, 0, 0));
}

/// Kernel and filter both use only the low word of these arguments, so the filter judges what the kernel executes.
static void wide_arguments(void) {
  const unsigned long high = 0x100000000ul;
  tell_value("fcntl", syscall(SYS_fcntl, 3, high | F_GETFL, 0) < 0 ? errno : 0);
  TRY("fcntl-lock", syscall(SYS_fcntl, 3, high | F_SETLK, 0));
  TRY("ioctl", syscall(SYS_ioctl, 3, high | 0x5412, "x"));
  TRY("kill", syscall(SYS_kill, high | (unsigned)target_number("host"), SIGURG));
  TRY("prctl", syscall(SYS_prctl, high | 1, 0));
  tell_value("execveat", syscall(SYS_execveat, high | 5, "", NULL, NULL, high | AT_EMPTY_PATH) < 0 ? errno : 0);
  errno = 0;
  long child = syscall(SYS_clone, high | SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) _exit(0);
  tell("clone", child);
  TRY("prlimit64", syscall(SYS_prlimit64, high | (unsigned)target_number("host"), 7, NULL, NULL));
}

static void device_controls(void) {
  TRY("TIOCSTI", syscall(SYS_ioctl, 4, 0x5412, "x"));
  TRY("TIOCLINUX", syscall(SYS_ioctl, 4, 0x541c, "\x03"));
  TRY("FS_IOC_SETFLAGS", syscall(SYS_ioctl, 4, 0x40086602, NULL));
  TRY("FICLONE", syscall(SYS_ioctl, 4, 0x40049409, 3));
  TRY("BLKDISCARD", syscall(SYS_ioctl, 4, 0x1277, NULL));
  TRY("NS_GET_USERNS", syscall(SYS_ioctl, 4, 0xb701, NULL));
}

static void own_rules(void) {
  unsigned long handled[3] = {1, 0, 0};
  for (int i = 0; i < 16; i++) {
    TRY("create", syscall(444, handled, 8, 0));
    TRY("restrict", syscall(446, 3, 0));
  }
  TRY("seccomp", syscall(SYS_seccomp, 1, 0, NULL));
}

static void timers(void) {
  timer_t timer;
  for (int i = 0; i < 2000; i++)
    if (TRY("timer_create", syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, &timer)) < 0 && i > 4) return;
}

static void notifications(void) {
  int ends[2];
  TRY("pipe2", syscall(SYS_pipe2, ends, 0200));
}

static void splices(void) {
  TRY("splice", syscall(SYS_splice, 3, NULL, 4, NULL, 1, 2));
  TRY("tee", syscall(SYS_tee, 3, 4, 1, 2));
  TRY("vmsplice", syscall(SYS_vmsplice, 4, NULL, 0, 0));
}

const struct attack kernel_attacks[] = {
    {"KS02.userfaultfd", page_faults},
    {"KS03.perf", performance},
    {"KS03.bpf", bpf},
    {"KS04.keyctl", every_key_operation},
    {"KS05.init", init_module},
    {"KS05.finit", finit_module},
    {"KS05.delete", delete_module},
    {"KS05.kexec", kexec_load},
    {"KS05.kexec-file", kexec_file},
    {"KS07.syslog", kernel_log},
    {"KS08.acct", accounting},
    {"KS08.swapon", swap_on},
    {"KS08.swapoff", swap_off},
    {"KS08.reboot", restart},
    {"KS08.quota", quota},
    {"KS10.splice", splices},
    {"KS10.notifications", notifications},
    {"KS11.timers", timers},
    {"KS12.landlock", own_rules},
#if defined(__x86_64__)
    {"KS06.iopl", port_level},
    {"KS06.ioperm", port_access},
    {"KS06.ldt", segments},
    {"KS13.int-0x80", old_entry},
    {"KS13.x32", x32_entry},
    {"KS14.vsyscall", legacy_page},
    {"KS24.arch_prctl", thread_area},
#endif
    {"KS15.beyond", unknown_numbers},
    {"KS15.inside", known_numbers},
    {"KS16.wide", wide_arguments},
    {"KS17.ioctl", device_controls},
    {"IH10.keyring", session_keyring},
    {NULL, NULL},
};
