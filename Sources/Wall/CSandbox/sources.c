// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-L2: checks the view and Landlock's rules against the compiled-in tables below and against the list of
// directories that the host states separately from its mounts (`sandbox.md#what-an-extension-sees`). A correct host
// asks for nothing else, so this catches a bug in how it builds the view, before anything is mounted.

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#if defined(__x86_64__)
#define LOADER_LINK "/lib64"
#define LOADER_FILE "/usr/lib/ld-linux-x86-64.so.2"
#elif defined(__aarch64__)
#define LOADER_LINK "/lib"
#define LOADER_FILE "/usr/lib/ld-linux-aarch64.so.1"
#endif

/// Landlock rights (landlock(7)): all except execute, read file and read directory allow changes.
enum { RIGHT_EXECUTE = 1 << 0, RIGHTS_READ = 1 << 2 | 1 << 3 };

/// Every place that a view can have, with the kind of source and the mount flags.
static const struct place {
  const char *target;
  const char *_Nullable link;
  uint32_t role;
  uint16_t needed, allowed;
} places[] = {
    {"/bundle", NULL, CSANDBOX_ROLE_BUNDLE, 0, 0},
    {"/container", NULL, CSANDBOX_ROLE_CONTAINER, CSANDBOX_VIEW_NOEXEC, CSANDBOX_VIEW_NOEXEC | CSANDBOX_VIEW_WRITABLE},
    {"/usr", NULL, CSANDBOX_ROLE_IMAGE, 0, 0},
    {LOADER_LINK, "usr/lib", 0, 0, 0},
};

/// Directories that a Landlock rule may open, and whether for writing.
static const struct {
  const char *path;
  int is_writable;
} openable[] = {{"/bundle", 0}, {"/container", 1}, {"/usr", 0}, {"/proc", 0}, {"/tmp", 1}};

static int refuse(int *reason, int why) {
  *reason = why;
  return -EINVAL;
}

static int is_at_or_below(const char *path, const char *directory) {
  size_t length = strlen(directory);
  return strncmp(path, directory, length) == 0 && (path[length] == 0 || path[length] == '/');
}

static const struct place *place_of(const struct csandbox_view_entry *entry) {
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    if (strcmp(entry->target, places[i].target) == 0) return &places[i];
  return NULL;
}

/// Whether the host listed this directory for the role.
static int is_stated(const struct csandbox_plan *plan, uint32_t role, const struct stat *status) {
  for (uint32_t i = 0; i < plan->source_count; i++) {
    const struct csandbox_source *source = &plan->sources[i];
    if (source->role == role) return source->device == status->st_dev && source->inode == status->st_ino;
  }
  return 0;
}

/// Code must belong to the host or root and be writable by its owner only; a container must belong to its extension,
/// mode 0700.
static int has_right_owner(const struct csandbox_plan *plan, uint32_t role, const struct stat *status) {
  if (role == CSANDBOX_ROLE_CONTAINER) return status->st_uid == plan->uid && (status->st_mode & 07777) == 0700;
  return (status->st_uid == plan->executable_owner || status->st_uid == 0) &&
         (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static int check_entry(const struct csandbox_plan *plan, const struct csandbox_view_entry *entry, int *reason) {
  const struct place *place = place_of(entry);
  if (place == NULL) return refuse(reason, CSANDBOX_REASON_UNKNOWN_PLACE);
  if ((entry->kind == CSANDBOX_VIEW_LINK) != (place->link != NULL) ||
      (place->link != NULL && strcmp(entry->link, place->link) != 0))
    return refuse(reason, CSANDBOX_REASON_UNKNOWN_PLACE);
  if ((entry->flags & place->needed) != place->needed || (entry->flags & ~(unsigned)place->allowed) != 0)
    return refuse(reason, CSANDBOX_REASON_PLACE_RIGHTS);
  if (place->link != NULL) return 0;
  struct stat status;
  if (fstat(entry->fd, &status) < 0) return -errno;
  if (!is_stated(plan, place->role, &status)) return refuse(reason, CSANDBOX_REASON_FOREIGN_SOURCE);
  if (!has_right_owner(plan, place->role, &status)) return refuse(reason, CSANDBOX_REASON_SOURCE_OWNER);
  return 0;
}

/// Checks that only the program and the loader may be executed and, if there is a view, that the rule is within its
/// fixed places.
static int check_rule(const struct csandbox_plan *plan, const struct csandbox_rule *rule, int *reason) {
  int is_program = strcmp(rule->path, plan->executable) == 0 || strcmp(rule->path, LOADER_FILE) == 0;
  if ((rule->rights & RIGHT_EXECUTE) != 0 && !is_program) return refuse(reason, CSANDBOX_REASON_RULE_RIGHTS);
  if (csandbox_is_flat(plan)) return 0;
  for (size_t i = 0; i < sizeof openable / sizeof openable[0]; i++) {
    if (!is_at_or_below(rule->path, openable[i].path)) continue;
    int writes = (rule->rights & ~(uint64_t)(RIGHT_EXECUTE | RIGHTS_READ)) != 0;
    return writes && !openable[i].is_writable ? refuse(reason, CSANDBOX_REASON_RULE_RIGHTS) : 0;
  }
  return refuse(reason, CSANDBOX_REASON_RULE_PLACE);
}

int csandbox_plan_check_sources(const struct csandbox_plan *plan, int *reason) {
  for (uint32_t i = 0; i < plan->view_count; i++) {
    int error = check_entry(plan, &plan->view[i], reason);
    if (error < 0) return error;
  }
  for (uint32_t i = 0; i < plan->rule_count; i++) {
    int error = check_rule(plan, &plan->rules[i], reason);
    if (error < 0) return error;
  }
  return 0;
}
