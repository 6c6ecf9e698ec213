// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a host may have leaked to the extension: descriptors, names, process attributes. The host takes most verdicts
// from /proc; these functions use what they find.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

extern char **environ;

/// Reads every descriptor above the wire and the log.
static void read_leaked(void) {
  char bytes[256];
  for (int fd = 5; fd < 1024; fd++) {
    errno = 0;
    ssize_t size = pread(fd, bytes, sizeof bytes, 0);
    if (size > 0) show(bytes, (size_t)size);
    if (size >= 0 || errno != EBADF) tell("pread", size);
  }
  TRY("descriptor-7", read(7, bytes, sizeof bytes));
  TRY("descriptor-900", read(900, bytes, sizeof bytes));
}

static void write_leaked(void) {
  for (int fd = 5; fd < 1024; fd++) {
    errno = 0;
    ssize_t size = write(fd, "x", 1);
    if (size >= 0 || errno != EBADF) tell("write", size);
  }
  TRY("descriptor-7", write(7, "x", 1));
}

static void type_into_leaked(void) {
  for (int fd = 5; fd < 1024; fd++)
    if (fcntl(fd, F_GETFD) >= 0) TRY("TIOCSTI", ioctl(fd, TIOCSTI, "x"));
  TRY("descriptor-7", ioctl(7, TIOCSTI, "x"));
}

static void read_environment(void) {
  for (char **at = environ; *at != NULL; at++) show(*at, strlen(*at));
}

static void use_working_directory(void) {
  steal("notes", "notes");
  steal("database", "usage.db");
  steal("parent", "../usage.db");
}

static void open_terminal(void) {
  TRY("tty", open("/dev/tty", O_RDWR | O_NOCTTY));
  TRY("console", open("/dev/console", O_RDWR | O_NOCTTY));
}

static void stay(void) { tell_value("here", 1); }

static void reopen_log(void) {
  char bytes[256];
  int fd = open("/proc/self/fd/2", O_RDONLY | O_NONBLOCK);
  tell_value("open", fd < 0 ? errno : 0);
  ssize_t size = fd < 0 ? 0 : read(fd, bytes, sizeof bytes);
  if (size > 0) show(bytes, (size_t)size);
}

static void feed_itself(void) {
  int fd = (int)TRY("open", open("/proc/self/fd/3", O_WRONLY | O_NONBLOCK));
  if (fd >= 0) TRY("write", write(fd, "{}\n", 3));
}

static void read_names(void) {
  struct utsname name;
  uname(&name);
  show(name.nodename, strlen(name.nodename));
  steal("machine-id", "/etc/machine-id");
  steal("hostname", "/etc/hostname");
  steal("hostname", "/proc/sys/kernel/hostname");
  steal("boot-id", "/proc/sys/kernel/random/boot_id");
}

const struct attack inherited_attacks[] = {
    {"IH01.read", read_leaked},
    {"IH02.write", write_leaked},
    {"IH03.terminal", type_into_leaked},
    {"IH04.environment", read_environment},
    {"IH05.directory", use_working_directory},
    {"IH06.terminal", open_terminal},
    {"IH07.signals", stay},
    {"IH08.timers", stay},
    {"IH09.habits", stay},
    {"IH11.log", reopen_log},
    {"IH12.request", feed_itself},
    {"IH13.names", read_names},
    {NULL, NULL},
};
