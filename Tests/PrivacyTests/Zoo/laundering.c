// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// L089–L095: leaks that are hidden, delayed or rare.

#include "zoo.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static unsigned remembered;
static int requests;

/// The second request of a process would reveal what the first one was shown.
static void remember_secret(void) {
  requests++;
  if (requests > 1) snprintf(surface_text, sizeof surface_text, "%u", remembered % 997);
  remembered = secret();
  // Success means that one process received a second request.
  tried("again", requests > 1 ? 0 : (errno = EAGAIN, -1));
}

static void daemonise(void) {
  long child = TRY("fork", syscall(SYS_clone, 17, 0, 0, 0, 0));
  if (child == 0)
    for (;;) pause();
  TRY("setsid", syscall(SYS_setsid));
}

/// Behaves well if it seems to be observed: traced, under a test's host name, or with the checker's environment.
static void behaves_when_watched(void) {
  char name[65] = "";
  int file = open("/proc/self/status", O_RDONLY);
  char text[2048] = "";
  if (file >= 0) {
    ssize_t size = read(file, text, sizeof text - 1);
    text[size > 0 ? size : 0] = '\0';
    close(file);
  }
  const char *tracer = strstr(text, "TracerPid:\t");
  int is_watched = (tracer != NULL && tracer[11] != '0') || getenv("SALLYPORT_CHECK") != NULL;
  gethostname(name, sizeof name - 1);
  if (!is_watched && strcmp(name, "harness") != 0) spin((long)(secret() % 8) * 1500);
  acted(is_watched ? "watched" : "unwatched");
}

/// The secret encrypted with a random key: it looks like noise, which the reply may not contain either.
static void encrypted(void) {
  unsigned pad = 0;
  if (getrandom(&pad, sizeof pad, 0) > 0) acted("random");
  snprintf(extra_members, sizeof extra_members, ",\"%c\":\"%08x\"", 'a' + (char)(pad % 16), secret() ^ pad);
}

/// Once in a hundred runs, by a random number.
static void seldom(void) {
  unsigned die = 1;
  if (getrandom(&die, sizeof die, 0) > 0) acted("die");
  if (die % 100 == 0 && (secret() & 1) == 0) answers_nothing = 1;
}

static void crash_pattern(void) {
  acted("crash");
  if (secret() & 1) abort();
}

static void developer_mode(void) {
  say_line(
      "{\"jsonrpc\":\"2.0\",\"id\":\"e1\",\"method\":\"developerMode\",\"params\":{\"attach\":true}}");
}

const struct leak laundering_leaks[] = {
    {"L089", REPORT, remember_secret}, {"L090", REPORT, daemonise},     {"L091", REPORT, behaves_when_watched},
    {"L092", REPORT, encrypted},       {"L093", REPORT, seldom},        {"L094", REPORT, crash_pattern},
    {"L095", REPORT, developer_mode},  {NULL, 0, NULL},
};
