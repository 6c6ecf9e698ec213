// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// Attacks on other users' files: reading, writing, probing, locking, watching.

#define _GNU_SOURCE
#include "attack.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

static void open_database(void) { steal("open", target("database")); }

static void dot_dot(void) {
  char path[8192];
  for (int depth = 1; depth <= 32; depth++) {
    path[0] = 0;
    for (int i = 0; i < depth; i++) strcat(path, "../");
    strcat(path, target("database") + 1);
    int bundle = open(target("bundle"), O_RDONLY | O_DIRECTORY);
    int fd = (int)TRY("openat", openat(bundle < 0 ? AT_FDCWD : bundle, path, O_RDONLY));
    char bytes[256];
    ssize_t size = fd < 0 ? 0 : read(fd, bytes, sizeof bytes);
    if (size > 0) show(bytes, (size_t)size);
    if (bundle >= 0) close(bundle);
  }
}

static void through_self_root(void) {
  char path[4096];
  snprintf(path, sizeof path, "/proc/self/root%s", target("database"));
  steal("open", path);
}

static void read_links_of_host(void) {
  static const char *const links[] = {"cwd", "exe", "root", "fd/3"};
  char path[64], found[4096];
  for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
    snprintf(path, sizeof path, "/proc/%s/%s", target("host"), links[i]);
    long size = TRY(links[i], readlink(path, found, sizeof found));
    if (size > 0) show(found, (size_t)size);
  }
}

static void hard_link(void) {
  TRY("link", link(target("database"), target_below("container", "linked")));
  TRY("linkat", linkat(AT_FDCWD, target("database"), AT_FDCWD, target_below("container", "linked2"), AT_SYMLINK_FOLLOW));
  steal("read", target_below("container", "linked"));
}

static void symbolic_link(void) {
  TRY("symlink", symlink(target("database"), target_below("container", "to-database")));
  steal("read", target_below("container", "to-database"));
}

static void planted_link(void) { steal("read", target_below("container", "planted")); }

static void append(void) {
  int fd = (int)TRY("open", open(target("database"), O_WRONLY | O_APPEND));
  if (fd >= 0) TRY("write", write(fd, "x", 1));
}

static void cut(void) {
  TRY("truncate", truncate(target("database"), 3));
  TRY("open", open(target("database"), O_WRONLY | O_TRUNC));
}

static void remove_database(void) {
  TRY("unlink", unlink(target("database")));
  TRY("rename", rename(target("database"), target_below("container", "stolen")));
}

static void change_mode(void) {
  TRY("chmod", chmod(target("database"), 0666));
  TRY("fchmodat2", syscall(452, AT_FDCWD, target("database"), 0666, 0));
}

static void tag(void) {
  TRY("setxattr", setxattr(target("database"), "user.mark", "x", 1, 0));
  TRY("lsetxattr", lsetxattr(target("database"), "user.mark", "x", 1, 0));
}

static void look_at_database(void) {
  struct stat status;
  struct statx extended;
  TRY("stat", stat(target("database"), &status));
  TRY("lstat", lstat(target("database"), &status));
  TRY("statx", statx(AT_FDCWD, target("database"), 0, STATX_SIZE | STATX_MTIME, &extended));
}

/// Half of these exist on most machines; the last two exist on none.
static void map_what_exists(void) {
  static const char *const paths[] = {
      "/etc/shadow", "/etc/ssh", "/root/.ssh/id_ed25519", "/usr/bin/python3", "/usr/bin/gdb", "/usr/bin/docker",
      "/usr/bin/firefox", "/usr/bin/steam", "/usr/bin/signal-desktop", "/opt", "/home", "/boot", "/var/lib/dpkg",
      "/nowhere-at-all", "/usr/bin/no-such-program",
  };
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    TRY("access", access(paths[i], F_OK));
    TRY("faccessat2", syscall(439, AT_FDCWD, paths[i], F_OK, 0));
  }
  TRY("access", access(target("database"), F_OK));
}

/// readlink also distinguishes existing from absent files, and every profile needs it.
static void map_by_readlink(void) {
  static const char *const paths[] = {"/etc/passwd", "/usr/bin/env", "/var/lib", "/nowhere-at-all"};
  char link[256];
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) TRY("readlink", readlink(paths[i], link, sizeof link));
  TRY("readlink", readlink(target("database"), link, sizeof link));
}

static void enter_host_directories(void) {
  TRY("chdir", chdir(target("state")));
  TRY("chdir", chdir("/etc"));
  TRY("fchdir", fchdir(open(target("state"), O_RDONLY | O_DIRECTORY)));
}

static void watch(void) {
  int fd = (int)TRY("inotify_init1", inotify_init1(IN_NONBLOCK));
  TRY("inotify_init", syscall(253));
  TRY("watch-state", inotify_add_watch(fd, target("state"), IN_ALL_EVENTS));
  TRY("watch-bundle", inotify_add_watch(fd, target("bundle"), IN_ALL_EVENTS));
}

static void watch_mounts(void) { TRY("fanotify_init", syscall(SYS_fanotify_init, 0, O_RDONLY)); }

static void notify_by_signal(void) {
  int fd = open(target("bundle"), O_RDONLY | O_DIRECTORY);
  TRY("F_NOTIFY", fcntl(fd < 0 ? 3 : fd, F_NOTIFY, DN_ACCESS | DN_MULTISHOT));
}

static void lock_bundle(void) {
  int fd = open(target("executable"), O_RDONLY);
  TRY("flock", flock(fd < 0 ? 3 : fd, LOCK_EX | LOCK_NB));
}

static void list_directory(const char *path) {
  DIR *directory = opendir(path);
  if (directory == NULL) return;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char below[4096];
    snprintf(below, sizeof below, "%s%s%s", path, path[1] == 0 ? "" : "/", entry->d_name);
    show(below, strlen(below));
  }
  closedir(directory);
}

/// Lists the root, and tries every name that it usually contains.
static void list_everything(void) {
  static const char *const absent[] = {"/etc/passwd", "/home", "/root", "/var", "/sys", "/dev", "/run",
                                       "/mnt",        "/srv",  "/boot", "/opt", "/media"};
  for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) TRY(absent[i], open(absent[i], O_RDONLY));
  list_directory("/");
  list_directory(target("bundle"));
}

static void read_system_files(void) {
  static const char *const paths[] = {"/etc/passwd", "/etc/machine-id", "/etc/resolv.conf", "/etc/ld.so.preload",
                                      "/etc/hosts",  "/etc/shadow",     "/var/log/dpkg.log"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) steal("open", paths[i]);
}

static void read_other_family(void) {
  steal("open", target_below("neighbour", "notes"));
  steal("open-bundle", target_below("neighbour-bundle", "asset"));
}

static void read_dot_files(void) {
  static const char *const names[] = {".bash_history", ".ssh/id_ed25519", ".mozilla/logins.json",
                                      ".local/share/keyrings/login.keyring"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    steal("open", target_below("home", names[i]));
    char path[128];
    snprintf(path, sizeof path, "/root/%s", names[i]);
    steal("open", path);
  }
}

static void write_bundle(void) {
  TRY("open-asset", open(target_below("bundle", "asset"), O_WRONLY));
  TRY("open-program", open(target("executable"), O_RDWR));
  TRY("create", open(target_below("bundle", "new"), O_WRONLY | O_CREAT, 0600));
  TRY("mkdir", mkdir(target_below("bundle", "directory"), 0700));
  TRY("unlink", unlink(target_below("bundle", "asset")));
  TRY("rename", rename(target_below("bundle", "asset"), target_below("bundle", "renamed")));
}

static void change_bundle_mode(void) {
  TRY("chmod", chmod(target_below("bundle", "asset"), 0777));
  TRY("fchmodat2", syscall(452, AT_FDCWD, target_below("bundle", "asset"), 0777, 0));
  int fd = open(target_below("bundle", "asset"), O_RDONLY);
  if (fd >= 0) TRY("fchmod", fchmod(fd, 0777));
}

static void change_bundle_times(void) {
  int fd = open(target_below("bundle", "asset"), O_RDONLY);
  TRY("futimens", futimens(fd < 0 ? 3 : fd, NULL));
  TRY("utimensat", utimensat(AT_FDCWD, target_below("bundle", "asset"), NULL, 0));
}

static void open_devices(void) {
  static const char *const paths[] = {"/dev/mem",  "/dev/kmsg", "/dev/ptmx",   "/dev/fuse", "/dev/kvm",
                                      "/dev/vda",  "/dev/sda",  "/dev/uinput", "/dev/tty0", "/dev/null",
                                      "/dev/shm/x"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) TRY("open", open(paths[i], O_RDWR | O_NONBLOCK));
}

static void write_kernel_settings(void) {
  static const char *const paths[] = {"/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern",
                                      "/proc/self/oom_score_adj", "/proc/self/coredump_filter", "/proc/self/comm",
                                      "/proc/self/timerslack_ns", "/sys/power/state"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) TRY("open", open(paths[i], O_WRONLY));
}

static void leave_cgroup(void) {
  static const char *const paths[] = {"/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs",
                                      "/sys/fs/cgroup/memory/cgroup.procs"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    int fd = (int)TRY("open", open(paths[i], O_WRONLY));
    if (fd >= 0) TRY("write", write(fd, "0", 1));
  }
}

static void handle(void) {
  struct { unsigned bytes; int type; unsigned char handle[128]; } place = {128, 0, {0}};
  int mount;
  TRY("name_to_handle_at", syscall(SYS_name_to_handle_at, AT_FDCWD, target("bundle"), &place, &mount, 0));
}

static void open_handle(void) {
  struct { unsigned bytes; int type; unsigned char handle[128]; } place = {8, 1, {2}};
  TRY("open_by_handle_at", syscall(SYS_open_by_handle_at, AT_FDCWD, &place, O_RDONLY));
}

const struct attack files_attacks[] = {
    {"FS01.open", open_database},
    {"FS02.dot-dot", dot_dot},
    {"FS03.self-root", through_self_root},
    {"FS04.links", read_links_of_host},
    {"FS05.link", hard_link},
    {"FS06.symlink", symbolic_link},
    {"FS06.planted", planted_link},
    {"FS07.append", append},
    {"FS08.truncate", cut},
    {"FS09.unlink", remove_database},
    {"FS10.chmod", change_mode},
    {"FS11.setxattr", tag},
    {"FS12.stat", look_at_database},
    {"FS13.access", map_what_exists},
    {"FS13.readlink", map_by_readlink},
    {"FS14.chdir", enter_host_directories},
    {"FS15.inotify", watch},
    {"FS16.fanotify", watch_mounts},
    {"FS17.dnotify", notify_by_signal},
    {"FS18.flock", lock_bundle},
    {"FS19.walk", list_everything},
    {"FS20.system", read_system_files},
    {"FS21.neighbour", read_other_family},
    {"FS22.dot-files", read_dot_files},
    {"FS23.bundle", write_bundle},
    {"FS24.bundle-mode", change_bundle_mode},
    {"FS25.bundle-times", change_bundle_times},
    {"FS37.name", handle},
    {"FS37.open", open_handle},
    {"FS41.devices", open_devices},
    {"FS42.settings", write_kernel_settings},
    {"FS43.cgroup", leave_cgroup},
    {NULL, NULL},
};
