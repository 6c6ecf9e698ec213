// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-X3–WALL-X5: the view (`sandbox.md#what-an-extension-sees`), built on a tmpfs that becomes the root.

#define _GNU_SOURCE
#include "CSandbox.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/// glibc's <sys/mount.h> and <linux/mount.h> cannot be included together, so the old calls go by number.
static int mount_at(const char *type, const char *target, unsigned long flags, const char *options) {
  return syscall(SYS_mount, type, target, type, flags, options) < 0 ? -errno : 0;
}

enum { OLD_RDONLY = 1, OLD_NOSUID = 2, OLD_NODEV = 4, OLD_NOEXEC = 8, OLD_REC = 0x4000, OLD_PRIVATE = 1 << 18 };

/// A detached copy of the mount at an object that was opened in the host's mount namespace.
///
/// The kernel can't clone through a descriptor from another mount namespace, so the path is looked up again in this one
/// and must be the inode that was opened: a path that was swapped fails with ESTALE.
static int clone_tree(int fd, char *path, size_t size) {
  char link[32];
  struct words name = words_in(link, sizeof link);
  add_text(&name, "/proc/self/fd/");
  add_number(&name, (uint32_t)fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return -errno;
  path[length] = 0;
  int tree = (int)syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_SYMLINK_NOFOLLOW);
  if (tree < 0) return -errno;
  struct stat meant, found;
  if (fstat(fd, &meant) < 0 || fstat(tree, &found) < 0 || meant.st_dev != found.st_dev ||
      meant.st_ino != found.st_ino) {
    close(tree);
    return -ESTALE;
  }
  return tree;
}

/// Creates the directories above `target` and the place itself. The paths are relative to the working directory, so
/// none escapes it.
static int make_place(const char *target, uint16_t kind, const char *link) {
  char path[4096];
  size_t length = strlen(target + 1);
  if (length >= sizeof path) return -ENAMETOOLONG;
  memcpy(path, target + 1, length + 1);
  for (char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (mkdir(path, 0755) < 0 && errno != EEXIST) return -errno;
    *slash = '/';
  }
  if (kind == CSANDBOX_VIEW_LINK) return symlink(link, path) < 0 ? -errno : 0;
  return mkdir(path, 0755) < 0 ? -errno : 0;
}

static int attach(const struct csandbox_view_entry *entry, int tree) {
  int error = make_place(entry->target, entry->kind, entry->link);
  if (error < 0 || entry->kind == CSANDBOX_VIEW_LINK) return error;
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV};
  if ((entry->flags & CSANDBOX_VIEW_WRITABLE) == 0) attributes.attr_set |= MOUNT_ATTR_RDONLY;
  if ((entry->flags & CSANDBOX_VIEW_NOEXEC) != 0) attributes.attr_set |= MOUNT_ATTR_NOEXEC;
  if (syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH, &attributes, sizeof attributes) < 0) return -errno;
  if (syscall(SYS_move_mount, tree, "", AT_FDCWD, entry->target + 1, MOVE_MOUNT_F_EMPTY_PATH) < 0) return -errno;
  return 0;
}

static int mount_scratch(const struct csandbox_plan *plan) {
  if (mkdir("tmp", 0755) < 0) return -errno;
  if (plan->scratch_bytes == 0) return 0;
  // Four numbers of ten digits at most.
  char options[128];
  struct words words = words_in(options, sizeof options);
  int root = plan->mode == CSANDBOX_MODE_ROOT;
  add_text(&words, "mode=0700,size=");
  add_number(&words, plan->scratch_bytes);
  add_text(&words, ",nr_inodes=");
  add_number(&words, plan->scratch_inodes);
  add_text(&words, ",uid=");
  add_number(&words, root ? plan->uid : 65534u);
  add_text(&words, ",gid=");
  add_number(&words, root ? plan->gid : 65534u);
  return mount_at("tmpfs", "tmp", OLD_NOSUID | OLD_NODEV | OLD_NOEXEC, options);
}

int csandbox_build_view(const struct csandbox_plan *plan, int *index) {
  int trees[CSANDBOX_VIEW_MAX];
  char path[4096], anchor[4096] = "";
  *index = -1;
  if (syscall(SYS_mount, NULL, "/", NULL, OLD_REC | OLD_PRIVATE, NULL) < 0) return -errno;
  for (uint32_t i = 0; i < plan->view_count; i++) {
    const struct csandbox_view_entry *entry = &plan->view[i];
    *index = (int)i;
    trees[i] = -1;
    if (entry->kind == CSANDBOX_VIEW_LINK) continue;
    trees[i] = clone_tree(entry->fd, path, sizeof path);
    if (trees[i] < 0) return trees[i];
    // The new root needs a mount point until the pivot; a source directory certainly exists.
    if (anchor[0] == 0) memcpy(anchor, path, strlen(path) + 1);
  }
  *index = -1;
  int error = mount_at("tmpfs", anchor, OLD_NOSUID | OLD_NODEV, "size=256k,nr_inodes=256,mode=0755");
  if (error < 0) return error;
  if (chdir(anchor) < 0) return -errno;
  for (uint32_t i = 0; i < plan->view_count; i++) {
    *index = (int)i;
    if ((error = attach(&plan->view[i], trees[i])) < 0) return error;
    if (trees[i] >= 0) close(trees[i]);
  }
  *index = -1;
  return mount_scratch(plan);
}

/// Plain `/proc`: only what a static executable reads about itself, nothing shared with another process.
static int plain_proc(const struct csandbox_plan *plan) {
  if (mkdir("proc/self", 0755) < 0) return -errno;
  if (symlink(plan->executable, "proc/self/exe") < 0) return -errno;
  int fd = open("proc/self/cmdline", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
  if (fd < 0) return -errno;
  int error = 0;
  for (uint32_t i = 0; plan->argv[i] != NULL && error == 0; i++)
    if (write(fd, plan->argv[i], strlen(plan->argv[i]) + 1) < 0) error = -errno;
  close(fd);
  return error;
}

int csandbox_mount_proc(const struct csandbox_plan *plan) {
  if (mkdir("proc", 0755) < 0) return -errno;
  if (plan->proc == CSANDBOX_PROC_PLAIN) return plain_proc(plan);
  return mount_at("proc", "proc", OLD_RDONLY | OLD_NOSUID | OLD_NODEV | OLD_NOEXEC, "subset=pid,hidepid=invisible");
}

int csandbox_pivot(void) {
  if (syscall(SYS_pivot_root, ".", ".") < 0) return -errno;
  if (syscall(SYS_umount2, ".", 2 /* MNT_DETACH */) < 0) return -errno;
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY};
  if (syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, &attributes, sizeof attributes) < 0) return -errno;
  return 0;
}

int csandbox_enter(const char *directory) {
  return chdir(directory) < 0 ? -errno : 0;
}
