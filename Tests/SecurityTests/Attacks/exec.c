// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// PR31, PR37: attempts to execute a program again after the launch. They execute this program with the argument
// "again", which reports that it runs; the host also detects it by the command line and the executable.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { EXECUTABLE = 5 };

#if defined(__x86_64__)
static const char loader[] = "/lib64/ld-linux-x86-64.so.2";
#else
static const char loader[] = "/lib/ld-linux-aarch64.so.1";
#endif

static char program[] = "program", again[] = "again";
static char *const no_strings[] = {NULL};
static char *const program_arguments[] = {program, again, NULL};

/// Opens `path` as descriptor 5, if the view and the filter allow it.
static void take_place(const char *path, int flags) {
  int fd = open(path, flags);
  if (fd >= 0 && fd != EXECUTABLE) {
    dup2(fd, EXECUTABLE);
    close(fd);
  }
}

static long exec_at(const char *path, char *const *argv) {
  return syscall(SYS_execveat, EXECUTABLE, path, argv, no_strings, AT_EMPTY_PATH);
}

static void rerun_by_path(void) {
  TRY("execve", execve(target("executable"), program_arguments, no_strings));
  TRY("execveat", syscall(SYS_execveat, AT_FDCWD, target("executable"), program_arguments, no_strings, 0));
}

static void rerun_by_descriptor(void) {
  take_place(target("executable"), O_RDONLY);
  TRY("read-only", exec_at("", program_arguments));
  take_place(target("executable"), O_PATH);
  TRY("path", exec_at("", program_arguments));
  TRY("null", exec_at(NULL, program_arguments));
  TRY("execve", execve("/proc/self/fd/5", program_arguments, no_strings));
}

/// The kernel ignores the descriptor when the path is absolute.
static void rerun_by_absolute_path(void) {
  take_place(target("executable"), O_RDONLY);
  TRY("absolute", exec_at(target("executable"), program_arguments));
  TRY("shell", exec_at("/bin/sh", program_arguments));
}

static void rerun_below_directory(void) {
  take_place(target("bundle"), O_RDONLY | O_DIRECTORY);
  TRY("below", exec_at("sallyport-attack", program_arguments));
  TRY("dotted", exec_at("./sallyport-attack", program_arguments));
}

/// A dynamic executable's loader may be executed, and can run any file that it can map.
static void run_loader(void) {
  char path[4096];
  strncpy(path, target("executable"), sizeof path - 1);
  path[sizeof path - 1] = '\0';
  char *arguments[] = {program, path, again, NULL};
  take_place(loader, O_RDONLY);
  TRY("descriptor", exec_at("", arguments));
  TRY("absolute", exec_at(loader, arguments));
  TRY("execve", execve(loader, arguments, no_strings));
}

/// Tries every pointer that the program can see, which would include any that the launcher left in its address space.
/// All count as one step, to keep the report short.
static void sweep_pointers(void) {
  take_place(target("executable"), O_RDONLY);
  char *const *seen[] = {
      program_arguments, no_strings, environ, (char *const *)(void *)environ[0],
      (char *const *)getauxval(AT_RANDOM), (char *const *)getauxval(AT_EXECFN), (char *const *)getauxval(AT_PHDR),
      (char *const *)getauxval(AT_ENTRY), (char *const *)getauxval(AT_SYSINFO_EHDR), (char *const *)(void *)seen, NULL,
  };
  const size_t count = sizeof seen / sizeof seen[0];
  TRY("own", exec_at("", program_arguments));
  long passed = 0, tried = 0;
  for (size_t path = 0; path < count; path++)
    for (size_t argv = 0; argv < count; argv++)
      for (size_t environment = 0; environment < count; environment++, tried++)
        if (syscall(SYS_execveat, EXECUTABLE, seen[path], seen[argv], seen[environment], AT_EMPTY_PATH) == 0 ||
            errno != EPERM)
          passed++;
  // Every word of the stack above this frame, which ends with the strings from the launcher.
  const char *const end = (const char *)getauxval(AT_EXECFN);
  for (const char *at = (const char *)(void *)seen; at < end; at += sizeof at, tried++)
    if (syscall(SYS_execveat, EXECUTABLE, at, at, at, AT_EMPTY_PATH) == 0 || errno != EPERM) passed++;
  errno = EPERM;
  tell("sweep", passed == 0 ? -1 : 0);
  tell_value("tried", tried);
}

const struct attack exec_attacks[] = {
    {"PR31.path", rerun_by_path},
    {"PR31.descriptor", rerun_by_descriptor},
    {"PR37.absolute", rerun_by_absolute_path},
    {"PR37.directory", rerun_below_directory},
    {"PR37.loader", run_loader},
    {"PR37.pointers", sweep_pointers},
    {NULL, NULL},
};
