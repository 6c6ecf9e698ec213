// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// A hostile extension: reads "<attack> <name>=<value>…" as one line from descriptor 3, attacks, and reports the
// kernel's answers on 4. Then it waits until it is killed, so that the host can inspect it.
//
// Outside the sandbox the same program observes for the host (`witness`) and lists its attacks (`--list`).

#include "attack.h"
#include "witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

enum { REQUEST = 3, REPLY = 4 };

static const struct attack *const groups[] = {
    control_attacks, files_attacks,  moves_attacks,  process_attacks, exec_attacks, signal_attacks,    network_attacks,      ipc_attacks,
    kernel_attacks, argument_attacks, memory_attacks, resource_attacks, disk_attacks, inherited_attacks, exfiltration_attacks,
    channel_attacks,
};

static char line[16384];

const char *target(const char *name) {
  size_t length = strlen(name);
  for (const char *at = strchr(line, '\0') + 1; *at != '\0'; at += strlen(at) + 1)
    if (strncmp(at, name, length) == 0 && at[length] == '=') return at + length + 1;
  return "";
}

long target_number(const char *name) { return strtol(target(name), NULL, 10); }

const char *target_below(const char *name, const char *rest) {
  static char paths[8][4096];
  static unsigned next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", target(name), rest);
  return path;
}

static void say(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(REPLY, text, length);
    if (written <= 0) _exit(1);
    text += written;
    length -= (size_t)written;
  }
}

long tell(const char *step, long result) {
  int error = result < 0 ? errno : 0;
  char text[160];
  int length = snprintf(text, sizeof text, "step %.100s %d\n", step, error);
  say(text, (size_t)length);
  errno = error;
  return result;
}

void tell_value(const char *name, long value) {
  char text[160];
  int length = snprintf(text, sizeof text, "value %.100s %ld\n", name, value);
  say(text, (size_t)length);
}

void show(const void *bytes, size_t size) {
  static const char digits[] = "0123456789abcdef";
  const unsigned char *at = bytes;
  char text[2 * 2048 + 8] = "bytes ";
  size_t length = 6;
  for (size_t i = 0; i < size && i < 2048; i++) {
    text[length++] = digits[at[i] >> 4];
    text[length++] = digits[at[i] & 15];
  }
  text[length++] = '\n';
  say(text, length);
}

void finish(void) { say("end\n", 4); }

void steal(const char *step, const char *path) {
  int fd = (int)TRY(step, open(path, O_RDONLY | O_NONBLOCK));
  if (fd < 0) return;
  char bytes[2048];
  ssize_t size = read(fd, bytes, sizeof bytes);
  if (size > 0) show(bytes, (size_t)size);
  close(fd);
}

/// Splits "<attack> <name>=<value>…" into strings, ended by an empty one.
static int read_order(void) {
  size_t used = 0;
  while (used < sizeof line - 2) {
    ssize_t size = read(REQUEST, line + used, 1);
    if (size <= 0) return 0;
    if (line[used] == '\n') break;
    used++;
  }
  memset(line + used, 0, 2);
  for (char *at = line; *at != '\0'; at++)
    if (*at == ' ') *at = '\0';
  return 1;
}

/// Programs that the host starts beside an attack, or to show what a layer is for; not listed.
static const struct attack companions[] = {
    {"listen", listen_for_load},
    {"hold", hold_lock},
    {"probe", probe_lock},
    {NULL, NULL},
};

static const struct attack *find(const char *name) {
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
    for (const struct attack *attack = groups[i]; attack->name != NULL; attack++)
      if (strcmp(attack->name, name) == 0) return attack;
  for (const struct attack *companion = companions; companion->name != NULL; companion++)
    if (strcmp(companion->name, name) == 0) return companion;
  return NULL;
}

static int list_attacks(void) {
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
    for (const struct attack *attack = groups[i]; attack->name != NULL; attack++) puts(attack->name);
  return 0;
}

/// PR31, PR37: the program executed again in the same process, if an exec succeeded.
static int run_again(void) {
  tell("again", 0);
  steal("again-open", "/etc/passwd");
  TRY("again-socket", syscall(41, 2, 1, 0));
  TRY("again-kill", syscall(62, -1, 0));
  finish();
  pause();
  return 0;
}

/// For injected failures: leaves a file with its first instructions.
static int leave_mark(void) {
  close(open("/container/ran", O_WRONLY | O_CREAT, 0600));
  for (;;) pause();
}

int main(int argc, char **argv) {
  const char *name = strrchr(argv[0], '/');
  if (name != NULL && strcmp(name, "/sallyport-mark") == 0) return leave_mark();
  if (argc > 1 && strcmp(argv[1], "--list") == 0) return list_attacks();
  if (argc > 1 && strcmp(argv[1], "witness") == 0) return witness(argc - 2, argv + 2);
  if (argc > 1 && strcmp(argv[1], "again") == 0) return run_again();
  if (!read_order()) return 64;
  const struct attack *attack = find(line);
  if (attack == NULL) return 65;
  attack->run();
  finish();
  for (;;) pause();
}
