// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Attacks by creating, moving and mounting things in the extension's own directories.

#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void make_state_directory(void) { TRY("mkdir", mkdir(target_below("state", "mine"), 0700)); }

/// No file of this name may appear on the host; inside, `/tmp` is private.
static void leave_files_behind(void) {
  static const char *const places[] = {"/tmp", "/var/tmp", "/dev/shm", "/run"};
  char path[256];
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    snprintf(path, sizeof path, "%s/%s", places[i], target("mark"));
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    tell_value(places[i], fd >= 0);
  }
  snprintf(path, sizeof path, "/run/user/%s/%s", target("uid"), target("mark"));
  tell_value("run-user", open(path, O_WRONLY | O_CREAT, 0600) >= 0);
}

static void plant_symlink(void) { TRY("symlink", symlink("/etc/passwd", target_below("container", "report.json"))); }

static void plant_fifo(void) {
  TRY("mkfifo", mkfifo(target_below("container", "fifo"), 0600));
  TRY("mknod-socket", mknod(target_below("container", "socket"), S_IFSOCK | 0600, 0));
}

static void make_devices(void) {
  TRY("character", mknod(target_below("container", "null"), S_IFCHR | 0600, makedev(1, 3)));
  TRY("block", mknod(target_below("container", "disk"), S_IFBLK | 0600, makedev(254, 0)));
}

/// A rename can leave a character device where the file was.
static void leave_whiteout(void) {
  const char *from = target_below("container", "whited"), *to = target_below("container", "whited-away");
  close(open(from, O_WRONLY | O_CREAT, 0600));
  TRY("renameat2", syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 4));
}

/// Uses chmod, and the mode at the file's creation, which needs no chmod.
static void set_id_by_chmod(void) {
  const char *path = target_below("container", "program");
  int fd = open(path, O_WRONLY | O_CREAT, 0700);
  TRY("chmod", chmod(path, 04755));
  TRY("fchmod", fchmod(fd, 04755));
}

static void set_id_at_creation(void) {
  TRY("open", open(target_below("container", "born-set-id"), O_WRONLY | O_CREAT | O_EXCL, 06755));
  TRY("openat", openat(AT_FDCWD, target_below("container", "born-set-id-2"), O_WRONLY | O_CREAT | O_EXCL, 06755));
  TRY("tmpfile", open(target("container"), O_WRONLY | O_TMPFILE, 06755));
}

/// Copies this program to `path`; returns the descriptor, or -1.
static int copy_self(const char *path) {
  char bytes[65536];
  int from = open(target("executable"), O_RDONLY), to = open(path, O_RDWR | O_CREAT | O_TRUNC, 0700);
  if (from < 0 || to < 0) return -1;
  for (ssize_t size; (size = read(from, bytes, sizeof bytes)) > 0;)
    if (write(to, bytes, (size_t)size) != size) break;
  close(from);
  close(to);
  return open(path, O_RDONLY);
}

/// Starts the copy by each name and descriptor that may lead to it.
static void run_copy(const char *directory) {
  char path[4096];
  snprintf(path, sizeof path, "%s/copy", directory);
  char program[] = "copy", again[] = "again";
  char *argv[] = {program, again, NULL}, *envp[] = {NULL};
  int fd = copy_self(path);
  TRY("execve", execve(path, argv, envp));
  TRY("execveat-path", syscall(SYS_execveat, AT_FDCWD, path, argv, envp, 0));
  TRY("execveat-descriptor", syscall(SYS_execveat, fd, "", argv, envp, AT_EMPTY_PATH));
  // The number that the filter allows, with a file of our own behind it.
  if (fd >= 0 && dup2(fd, 5) == 5) TRY("execveat-5", syscall(SYS_execveat, 5, "", argv, envp, AT_EMPTY_PATH));
}

static void run_own_file(void) { run_copy(target("container")); }
static void run_scratch_file(void) { run_copy("/tmp"); }

static void move_container(void) {
  TRY("rename", rename(target("container"), "/tmp/container"));
  TRY("rename", rename(target("container"), "/moved"));
  TRY("rmdir", rmdir(target("container")));
  TRY("symlink", symlink("/etc", target("container")));
}

static void hold_moved_directory(void) {
  char path[4096];
  mkdir(target_below("container", "outer"), 0700);
  mkdir(target_below("container", "outer/inner"), 0700);
  int fd = open(target_below("container", "outer/inner"), O_RDONLY | O_DIRECTORY);
  rename(target_below("container", "outer/inner"), target_below("container", "moved"));
  rmdir(target_below("container", "outer"));
  snprintf(path, sizeof path, "../../../../../../..%s", target("database"));
  TRY("openat", openat(fd, path, O_RDONLY));
  rmdir(target_below("container", "moved"));
  TRY("openat-removed", openat(fd, path, O_RDONLY));
}

static void change_root(void) { TRY("chroot", chroot("/tmp")); }

static void mount_over(void) { TRY("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, NULL)); }
static void bind_over(void) { TRY("mount", syscall(SYS_mount, "/", "/tmp", NULL, 4096, NULL)); }
static void unmount(void) { TRY("umount2", syscall(SYS_umount2, target("bundle"), 2)); }
static void pivot(void) { TRY("pivot_root", syscall(SYS_pivot_root, ".", ".")); }

static void new_mount_calls(void) {
  TRY("open_tree", syscall(428, AT_FDCWD, "/", 1));
  TRY("move_mount", syscall(429, AT_FDCWD, "/", AT_FDCWD, "/tmp", 0));
  TRY("fsopen", syscall(430, "tmpfs", 0));
  TRY("fsconfig", syscall(431, 0, 0, NULL, NULL, 0));
  TRY("fsmount", syscall(432, 0, 0, 0));
  TRY("fspick", syscall(433, AT_FDCWD, "/", 0));
  struct { unsigned long set, clear, propagation, userns; } writable = {0, 1, 0, 0};
  TRY("mount_setattr", syscall(442, AT_FDCWD, target("bundle"), 0, &writable, sizeof writable));
}

/// Makes one directory per level, by descriptor: the path would be too long for any call.
static void nest_directories(void) {
  int fd = open(target("container"), O_RDONLY | O_DIRECTORY);
  long depth = 0;
  while (depth < 2000 && fd >= 0 && mkdirat(fd, "d", 0700) == 0) {
    int below = openat(fd, "d", O_RDONLY | O_DIRECTORY);
    close(fd);
    fd = below;
    depth++;
  }
  tell_value("depth", depth);
}

static void strange_names(void) {
  static const char *const names[] = {"line\nfeed", "\x1b[2J\x1b]0;owned\x07", "\xe2\x80\xaetxt.exe", "--help",
                                      "\xff\xfe\x80", "tab\there"};
  char longest[256];
  long made = 0;
  memset(longest, 'n', 255);
  longest[255] = 0;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    made += open(target_below("container", names[i]), O_WRONLY | O_CREAT, 0600) >= 0;
  made += open(target_below("container", longest), O_WRONLY | O_CREAT, 0600) >= 0;
  tell_value("made", made);
}

static void many_files(void) {
  char name[32];
  long made = 0;
  for (int i = 0; i < 4200; i++) {
    snprintf(name, sizeof name, "f%d", i);
    int fd = open(target_below("container", name), O_WRONLY | O_CREAT, 0600);
    if (fd < 0) break;
    close(fd);
    made++;
  }
  tell_value("made", made);
}

const struct attack moves_attacks[] = {
    {"FS26.state", make_state_directory},
    {"FS27.leave", leave_files_behind},
    {"FS28.symlink", plant_symlink},
    {"FS29.fifo", plant_fifo},
    {"FS30.devices", make_devices},
    {"FS30.whiteout", leave_whiteout},
    {"FS31.chmod", set_id_by_chmod},
    {"FS31.creation", set_id_at_creation},
    {"FS32.container", run_own_file},
    {"FS32.tmp", run_scratch_file},
    {"FS33.container", move_container},
    {"FS34.names", strange_names},
    {"FS35.depth", nest_directories},
    {"FS36.inodes", many_files},
    {"FS38.chroot", change_root},
    {"FS39.tmpfs", mount_over},
    {"FS39.bind", bind_over},
    {"FS39.umount", unmount},
    {"FS39.pivot", pivot},
    {"FS39.new-calls", new_mount_calls},
    {"FS40.descriptor", hold_moved_directory},
    {NULL, NULL},
};
