// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// A hostile extension for the sandbox tests: reads one command per line from descriptor 3 and writes the kernel's answer to
// descriptor 4. The tests compile it, so it uses only the C library.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;
static int request = 3, reply = 4;

static void say(const char *text) {
  ssize_t written = write(reply, text, strlen(text));
  (void)written;
}

/// Writes "ok" or the number of the error.
static void result(long value) {
  char line[64];
  if (value >= 0) snprintf(line, sizeof line, "ok %ld\n", value);
  else snprintf(line, sizeof line, "errno %d\n", errno);
  say(line);
}

static void write_file(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0) {
    result(-1);
    return;
  }
  long written = write(fd, "mine", 4);
  result(written);
  close(fd);
}

static void list_environment(void) {
  for (char **at = environ; *at != NULL; at++) {
    say(*at);
    say(";");
  }
  say("\n");
}

static void list_descriptors(void) {
  char line[8];
  for (int fd = 0; fd < 256; fd++)
    if (fcntl(fd, F_GETFD) >= 0) {
      snprintf(line, sizeof line, "%d ", fd);
      say(line);
    }
  say("\n");
}

static void list_directory(const char *path) {
  DIR *directory = opendir(path);
  if (directory == NULL) {
    result(-1);
    return;
  }
  char *names[128];
  int count = 0;
  for (struct dirent *entry; count < 128 && (entry = readdir(directory)) != NULL;)
    if (entry->d_name[0] != '.') names[count++] = strdup(entry->d_name);
  for (int pass = 0; pass < count; pass++)
    for (int i = 0; i + 1 < count; i++)
      if (strcmp(names[i], names[i + 1]) > 0) {
        char *swap = names[i];
        names[i] = names[i + 1];
        names[i + 1] = swap;
      }
  for (int i = 0; i < count; i++) {
    say(names[i]);
    say(" ");
  }
  say("\n");
}

static void perform(char *command) {
  char *argument = strchr(command, ' ');
  if (argument != NULL) *argument++ = 0;
  else argument = command + strlen(command);
  if (strcmp(command, "ping") == 0) say("pong\n");
  else if (strcmp(command, "open") == 0) result(open(argument, O_RDONLY));
  else if (strcmp(command, "write") == 0) write_file(argument);
  else if (strcmp(command, "list") == 0) list_directory(argument);
  else if (strcmp(command, "stat") == 0) {
    struct stat status;
    result(stat(argument, &status));
  } else if (strcmp(command, "chmod") == 0) result(chmod(argument, 0777));
  else if (strcmp(command, "link") == 0) result(symlink("/etc/passwd", argument));
  else if (strcmp(command, "socket") == 0) result(socket(atoi(argument), SOCK_STREAM, 0));
  else if (strcmp(command, "fork") == 0) result(fork());
  else if (strcmp(command, "exec") == 0) result(execve(argument, (char *[]){argument, NULL}, environ));
  else if (strcmp(command, "getpid") == 0) result(getpid());
  else if (strcmp(command, "getuid") == 0) result(getuid());
  else if (strcmp(command, "kill") == 0) result(kill(atoi(argument), SIGTERM));
  else if (strcmp(command, "ptrace") == 0) result(syscall(SYS_ptrace, 0, 0, 0, 0));
  else if (strcmp(command, "mount") == 0) result(syscall(SYS_mount, "a", "/tmp", "tmpfs", 0, 0));
  else if (strcmp(command, "x32") == 0) result(syscall(0x40000000 + SYS_getpid));
  else if (strcmp(command, "memfd") == 0) result(syscall(SYS_memfd_create, "x", 0));
  else if (strcmp(command, "clone3") == 0) result(syscall(SYS_clone3, 0, 0));
  else if (strcmp(command, "future") == 0) result(syscall(600));
  else if (strcmp(command, "code") == 0)
    result(mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1
                                                                                                                   : 0);
  else if (strcmp(command, "deathsig") == 0) result(prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
  else if (strcmp(command, "raise") == 0) {
    struct rlimit limit = {4096, 4096};
    result(setrlimit(RLIMIT_NOFILE, &limit));
  } else if (strcmp(command, "environment") == 0) list_environment();
  else if (strcmp(command, "descriptors") == 0) list_descriptors();
  else if (strcmp(command, "host") == 0) {
    char name[65];
    gethostname(name, sizeof name);
    say(name);
    say("\n");
  } else if (strcmp(command, "exit") == 0) _exit(atoi(argument));
  else if (strcmp(command, "crash") == 0) abort();
  else say("unknown\n");
}

int main(void) {
  const char *wire = getenv("SALLYPORT_WIRE");
  if (wire == NULL) return 64;
  if (strcmp(wire, "0:1") == 0) request = 0, reply = 1;
  char line[4096];
  size_t used = 0;
  for (;;) {
    ssize_t size = read(request, line + used, sizeof line - 1 - used);
    if (size <= 0) return 0;
    used += (size_t)size;
    line[used] = 0;
    for (char *end; (end = strchr(line, '\n')) != NULL;) {
      *end = 0;
      perform(line);
      used -= (size_t)(end + 1 - line);
      memmove(line, end + 1, used + 1);
    }
  }
}
