// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// WALL-L2: reads and checks the whole plan before anything is changed (`sandbox.md#layers`, rows marked L).

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter has no table for this architecture"
#endif

enum { LANDLOCK_WRITE_FILE = 1 << 1 };

int csandbox_is_flat(const struct csandbox_plan *plan) { return (plan->namespaces & CLONE_NEWNS) == 0; }

/// The unread rest of a record.
struct cursor {
  unsigned char *at;
  uint32_t left;
};

static int refuse(int *reason, int why) {
  *reason = why;
  return -EINVAL;
}

static int take(struct cursor *cursor, void *value, uint32_t size) {
  if (cursor->left < size) return -EINVAL;
  memcpy(value, cursor->at, size);
  cursor->at += size;
  cursor->left -= size;
  return 0;
}

/// Takes one string of `length` bytes, including its only NUL at the end.
static int take_string(struct cursor *cursor, uint32_t length, const char **string) {
  if (length < 1 || cursor->left < length || memchr(cursor->at, 0, length) != cursor->at + length - 1) return -EINVAL;
  *string = (const char *)cursor->at;
  cursor->at += length;
  cursor->left -= length;
  return 0;
}

/// Splits a record into NUL-terminated strings.
static int take_strings(struct cursor cursor, char **list, uint32_t max, int *reason) {
  if (cursor.left > CSANDBOX_STRINGS_LIMIT) return refuse(reason, CSANDBOX_REASON_STRINGS_TOO_LONG);
  uint32_t count = 0;
  while (cursor.left > 0) {
    unsigned char *end = memchr(cursor.at, 0, cursor.left);
    if (end == NULL) return refuse(reason, CSANDBOX_REASON_STRING_UNENDED);
    if (count == max) return refuse(reason, CSANDBOX_REASON_STRINGS_TOO_LONG);
    list[count++] = (char *)cursor.at;
    cursor.left -= (uint32_t)(end + 1 - cursor.at);
    cursor.at = end + 1;
  }
  list[count] = NULL;
  return 0;
}

/// Whether a path is absolute, has no empty, `.` or `..` component, and is not the root itself.
static int is_plain_path(const char *path) {
  if (path[0] != '/' || path[1] == 0) return 0;
  while (*path == '/') {
    const char *name = path + 1;
    size_t length = strcspn(name, "/");
    if (length == 0 || (length == 1 && name[0] == '.') || (length == 2 && name[0] == '.' && name[1] == '.')) return 0;
    path = name + length;
  }
  return 1;
}

static int is_below(const char *path, const char *directory) {
  size_t length = strlen(directory);
  return strncmp(path, directory, length) == 0 && path[length] == '/';
}

static int check_environment(char *const *list, int *reason) {
  for (uint32_t i = 0; list[i] != NULL; i++) {
    size_t name = strcspn(list[i], "=");
    if (name == 0 || list[i][name] != '=') return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
    if (strncmp(list[i], "LD_", 3) == 0) return refuse(reason, CSANDBOX_REASON_LOADER_VARIABLE);
    for (uint32_t j = 0; j < i; j++)
      if (strncmp(list[i], list[j], name + 1) == 0) return refuse(reason, CSANDBOX_REASON_REPEATED_VARIABLE);
  }
  return 0;
}

static int read_view(struct cursor cursor, struct csandbox_plan *plan, int *reason) {
  while (cursor.left > 0) {
    struct { uint16_t kind, flags; uint32_t fd, target, link; } head;
    if (plan->view_count == CSANDBOX_VIEW_MAX || take(&cursor, &head, sizeof head) < 0)
      return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
    struct csandbox_view_entry *entry = &plan->view[plan->view_count++];
    entry->kind = head.kind;
    entry->flags = head.flags;
    entry->fd = (int)head.fd;
    if (take_string(&cursor, head.target, &entry->target) < 0) return refuse(reason, CSANDBOX_REASON_BAD_TARGET);
    if (head.link > 0 && take_string(&cursor, head.link, &entry->link) < 0)
      return refuse(reason, CSANDBOX_REASON_BAD_TARGET);
    if ((head.kind != CSANDBOX_VIEW_TREE && head.kind != CSANDBOX_VIEW_LINK) || (head.flags & ~3u) != 0 ||
        (head.kind == CSANDBOX_VIEW_LINK) != (head.link > 1))
      return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
    if (!is_plain_path(entry->target)) return refuse(reason, CSANDBOX_REASON_BAD_TARGET);
    if (strcmp(entry->target, "/proc") == 0 || is_below(entry->target, "/proc") || strcmp(entry->target, "/tmp") == 0 ||
        is_below(entry->target, "/tmp"))
      return refuse(reason, CSANDBOX_REASON_NESTED_TARGET);
    for (uint32_t i = 0; i + 1 < plan->view_count; i++) {
      const char *other = plan->view[i].target;
      if (strcmp(entry->target, other) == 0) return refuse(reason, CSANDBOX_REASON_REPEATED_TARGET);
      if (is_below(entry->target, other) || is_below(other, entry->target))
        return refuse(reason, CSANDBOX_REASON_NESTED_TARGET);
    }
  }
  return 0;
}

static int read_sources(struct cursor cursor, struct csandbox_plan *plan, int *reason) {
  while (cursor.left > 0) {
    struct csandbox_source source;
    if (plan->source_count == CSANDBOX_SOURCE_MAX || take(&cursor, &source, sizeof source) < 0 || source.zero != 0 ||
        source.role < CSANDBOX_ROLE_BUNDLE || source.role > CSANDBOX_ROLE_IMAGE)
      return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
    for (uint32_t i = 0; i < plan->source_count; i++)
      if (plan->sources[i].role == source.role) return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
    plan->sources[plan->source_count++] = source;
  }
  return 0;
}

static int read_limits(struct cursor cursor, struct csandbox_plan *plan, int *reason) {
  static const uint32_t mandatory[] = {RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_DATA,
                                       RLIMIT_AS,   RLIMIT_CPU,    RLIMIT_STACK, RLIMIT_MEMLOCK};
  uint32_t seen = 0;
  while (cursor.left > 0) {
    struct csandbox_limit limit;
    if (plan->limit_count == 16 || take(&cursor, &limit, sizeof limit) < 0 || limit.resource > 15 || limit.zero != 0 ||
        (seen & (1u << limit.resource)) != 0)
      return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
    if (limit.resource == RLIMIT_CORE && limit.value != 1) return refuse(reason, CSANDBOX_REASON_LIMIT_CORE);
    seen |= 1u << limit.resource;
    plan->limits[plan->limit_count++] = limit;
  }
  for (size_t i = 0; i < sizeof mandatory / sizeof mandatory[0]; i++)
    if ((seen & (1u << mandatory[i])) == 0) return refuse(reason, CSANDBOX_REASON_LIMIT_ABSENT);
  return 0;
}

static int read_landlock(struct cursor cursor, struct csandbox_plan *plan, int *reason) {
  struct { uint32_t abi, zero; uint64_t fs, net, scoped; } head;
  if (take(&cursor, &head, sizeof head) < 0 || head.abi < 3 || head.zero != 0)
    return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
  plan->landlock_abi = head.abi;
  plan->landlock_fs = head.fs;
  plan->landlock_net = head.net;
  plan->landlock_scoped = head.scoped;
  while (cursor.left > 0) {
    if (plan->rule_count == CSANDBOX_RULE_MAX) return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
    struct csandbox_rule *rule = &plan->rules[plan->rule_count++];
    uint32_t length;
    if (take(&cursor, &rule->rights, 8) < 0 || take(&cursor, &length, 4) < 0 ||
        take_string(&cursor, length, &rule->path) < 0 || !is_plain_path(rule->path) ||
        (rule->rights & ~plan->landlock_fs) != 0)
      return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
  }
  return 0;
}

/// Checks that each half of the ticket goes into the XOR after the load of that half: path, argv and environment are
/// arguments 1 to 3 of execveat, low half first. A plan therefore can't leave one untested.
static int check_ticket(const unsigned char *offsets, const unsigned char *program, uint32_t count) {
  for (uint32_t i = 0; i < CSANDBOX_TICKET_HALVES; i++) {
    uint32_t offset;
    memcpy(&offset, offsets + i * sizeof offset, sizeof offset);
    if (offset < 1 || offset >= count) return -EINVAL;
    struct sock_filter at[2];
    memcpy(at, program + (offset - 1) * sizeof at[0], sizeof at);
    if (at[0].code != (BPF_LD | BPF_W | BPF_ABS) ||
        at[0].k != offsetof(struct seccomp_data, args) + 8 * (1 + i / 2) + 4 * (i % 2) ||
        at[1].code != (BPF_ALU | BPF_XOR | BPF_K))
      return -EINVAL;
  }
  return 0;
}

/// Checks that the filter starts with the architecture check, that the pid goes only into comparisons, and the ticket
/// only where its halves are tested.
static int read_filter(struct cursor cursor, struct csandbox_plan *plan, int *reason) {
  uint32_t offsets;
  if (take(&cursor, &offsets, 4) < 0 || offsets > 64 || cursor.left < offsets * 4)
    return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
  plan->pid_offset_count = offsets;
  plan->pid_offsets = cursor.at;
  cursor.at += offsets * 4;
  cursor.left -= offsets * 4;
  uint32_t halves;
  if (take(&cursor, &halves, 4) < 0 || halves != CSANDBOX_TICKET_HALVES || cursor.left < halves * 4)
    return refuse(reason, CSANDBOX_REASON_FILTER_TICKET);
  plan->ticket_offsets = cursor.at;
  unsigned char *program = cursor.at + halves * 4;
  uint32_t size = cursor.left - halves * 4, count = size / sizeof(struct sock_filter);
  if (count == 0) return refuse(reason, CSANDBOX_REASON_FILTER_ABSENT);
  if (size % sizeof(struct sock_filter) != 0) return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
  if (count > CSANDBOX_FILTER_LIMIT) return refuse(reason, CSANDBOX_REASON_FILTER_TOO_LONG);
  struct sock_filter head[3];
  if (count < 3) return refuse(reason, CSANDBOX_REASON_FILTER_NO_ARCHITECTURE);
  memcpy(head, program, sizeof head);
  if (head[0].code != (BPF_LD | BPF_W | BPF_ABS) || head[0].k != offsetof(struct seccomp_data, arch) ||
      head[1].code != (BPF_JMP | BPF_JEQ | BPF_K) || head[1].k != NATIVE_ARCHITECTURE || head[1].jt != 1 ||
      head[1].jf != 0 || head[2].code != (BPF_RET | BPF_K) || head[2].k != SECCOMP_RET_KILL_PROCESS)
    return refuse(reason, CSANDBOX_REASON_FILTER_NO_ARCHITECTURE);
  for (uint32_t i = 0; i < offsets; i++) {
    uint32_t offset;
    memcpy(&offset, plan->pid_offsets + i * 4, 4);
    struct sock_filter at;
    if (offset >= count) return refuse(reason, CSANDBOX_REASON_FILTER_OFFSET);
    memcpy(&at, program + offset * sizeof at, sizeof at);
    if (at.code != (BPF_JMP | BPF_JEQ | BPF_K)) return refuse(reason, CSANDBOX_REASON_FILTER_OFFSET);
  }
  if (check_ticket(plan->ticket_offsets, program, count) < 0) return refuse(reason, CSANDBOX_REASON_FILTER_TICKET);
  plan->filter = program;
  plan->filter_count = count;
  return 0;
}

static int read_executable(struct cursor cursor, struct csandbox_plan *plan, int *reason) {
  uint32_t fd;
  if (take(&cursor, &fd, 4) < 0 || take(&cursor, &plan->executable_owner, 4) < 0 ||
      take_string(&cursor, cursor.left, &plan->executable) < 0 || !is_plain_path(plan->executable))
    return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
  plan->executable_fd = (int)fd;
  return 0;
}

static int read_record(uint32_t tag, struct cursor cursor, struct csandbox_plan *plan, int *reason) {
  uint32_t pair[2], value = 0;
  int bad = 0;
  switch ((enum csandbox_tag)tag) {
  case CSANDBOX_TAG_MODE: bad = cursor.left != 4 || take(&cursor, &plan->mode, 4) < 0; break;
  case CSANDBOX_TAG_NAMESPACES: bad = cursor.left != 4 || take(&cursor, &plan->namespaces, 4) < 0; break;
  case CSANDBOX_TAG_WIRE: bad = cursor.left != 4 || take(&cursor, &plan->wire, 4) < 0; break;
  case CSANDBOX_TAG_PROC: bad = cursor.left != 4 || take(&cursor, &plan->proc, 4) < 0; break;
  case CSANDBOX_TAG_ARGV: return take_strings(cursor, plan->argv, CSANDBOX_ARGV_MAX, reason);
  case CSANDBOX_TAG_ENVIRONMENT: {
    int error = take_strings(cursor, plan->environment, CSANDBOX_ENVIRONMENT_MAX, reason);
    return error < 0 ? error : check_environment(plan->environment, reason);
  }
  case CSANDBOX_TAG_EXECUTABLE: return read_executable(cursor, plan, reason);
  case CSANDBOX_TAG_VIEW: return read_view(cursor, plan, reason);
  case CSANDBOX_TAG_SOURCES: return read_sources(cursor, plan, reason);
  case CSANDBOX_TAG_SCRATCH:
    bad = cursor.left != 8 || take(&cursor, pair, 8) < 0 || pair[0] == 0 || pair[1] == 0;
    if (!bad) plan->scratch_bytes = pair[0], plan->scratch_inodes = pair[1];
    break;
  case CSANDBOX_TAG_LIMITS: return read_limits(cursor, plan, reason);
  case CSANDBOX_TAG_IDENTITY:
    bad = cursor.left != 8 || take(&cursor, pair, 8) < 0;
    if (!bad) plan->has_identity = 1, plan->uid = pair[0], plan->gid = pair[1];
    break;
  case CSANDBOX_TAG_LANDLOCK: return read_landlock(cursor, plan, reason);
  case CSANDBOX_TAG_FILTER: return read_filter(cursor, plan, reason);
  case CSANDBOX_TAG_DIRECTORY:
    bad = take_string(&cursor, cursor.left, &plan->directory) < 0 ||
          (strcmp(plan->directory, "/") != 0 && !is_plain_path(plan->directory));
    break;
  case CSANDBOX_TAG_CGROUP:
    bad = cursor.left != 4 || take(&cursor, &value, 4) < 0;
    if (!bad) plan->cgroup_fd = (int)value;
    break;
  case CSANDBOX_TAG_NETWORK:
    bad = cursor.left != 4 || take(&cursor, &value, 4) < 0;
    if (!bad) plan->network_fd = (int)value;
    break;
  case CSANDBOX_TAG_WATCH:
    bad = take(&cursor, &value, 4) < 0 || cursor.left == 0 || cursor.left % sizeof(struct sock_filter) != 0;
    if (!bad) {
      plan->watch_fd = (int)value;
      plan->watch = cursor.at;
      plan->watch_count = cursor.left / sizeof(struct sock_filter);
      if (plan->watch_count > CSANDBOX_FILTER_LIMIT) return refuse(reason, CSANDBOX_REASON_FILTER_TOO_LONG);
    }
    break;
  default: return refuse(reason, CSANDBOX_REASON_UNKNOWN_TAG);
  }
  return bad ? refuse(reason, CSANDBOX_REASON_BAD_RECORD) : 0;
}

/// A flat launch has no namespaces and so no view. Only Landlock protects the files, so it is required, and no rule may
/// allow writing to the executable or to a directory that contains it.
static int check_flat(const struct csandbox_plan *plan, int *reason) {
  if (plan->namespaces != 0 || plan->view_count != 0 || plan->scratch_bytes != 0 || plan->landlock_abi == 0 ||
      plan->proc != CSANDBOX_PROC_PLAIN)
    return refuse(reason, CSANDBOX_REASON_FLAT);
  for (uint32_t i = 0; i < plan->rule_count; i++)
    if ((plan->rules[i].rights & LANDLOCK_WRITE_FILE) != 0 &&
        (strcmp(plan->rules[i].path, plan->executable) == 0 || is_below(plan->executable, plan->rules[i].path)))
      return refuse(reason, CSANDBOX_REASON_WRITABLE_EXECUTABLE);
  return 0;
}

/// Whether an extension can't have this uid or gid: root's, or the largest number, which setresuid(2) takes for "unchanged".
static int is_no_identity(uint32_t id) { return id == 0 || id == UINT32_MAX; }

/// Checks the conditions that involve several records.
static int check_whole(const struct csandbox_plan *plan, uint32_t seen, int *reason) {
  const uint32_t all = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWTIME |
                       CLONE_NEWCGROUP;
  if ((seen & (1u << CSANDBOX_TAG_FILTER)) == 0) return refuse(reason, CSANDBOX_REASON_FILTER_ABSENT);
  if ((seen & (1u << CSANDBOX_TAG_LIMITS)) == 0) return refuse(reason, CSANDBOX_REASON_LIMIT_ABSENT);
  if ((seen & (1u << CSANDBOX_TAG_IDENTITY)) == 0) return refuse(reason, CSANDBOX_REASON_IDENTITY_ABSENT);
  static const uint32_t mandatory[] = {CSANDBOX_TAG_MODE, CSANDBOX_TAG_NAMESPACES,  CSANDBOX_TAG_WIRE,
                                       CSANDBOX_TAG_PROC, CSANDBOX_TAG_ARGV,        CSANDBOX_TAG_ENVIRONMENT,
                                       CSANDBOX_TAG_VIEW, CSANDBOX_TAG_SOURCES,     CSANDBOX_TAG_EXECUTABLE,
                                       CSANDBOX_TAG_DIRECTORY};
  for (size_t i = 0; i < sizeof mandatory / sizeof mandatory[0]; i++)
    if ((seen & (1u << mandatory[i])) == 0) return refuse(reason, CSANDBOX_REASON_MISSING_RECORD);
  if (plan->mode != CSANDBOX_MODE_ROOT && plan->mode != CSANDBOX_MODE_UNPRIVILEGED)
    return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
  if ((plan->namespaces & ~all) != 0 || plan->wire < 1 || plan->wire > 2 || plan->proc < 1 || plan->proc > 2 ||
      (plan->proc == CSANDBOX_PROC_SUBSET && (plan->namespaces & CLONE_NEWPID) == 0))
    return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
  // An unprivileged host's network namespace must belong to the user namespace, which only the child enters.
  if ((seen & (1u << CSANDBOX_TAG_NETWORK)) != 0 &&
      ((plan->namespaces & CLONE_NEWNET) == 0 || plan->mode == CSANDBOX_MODE_UNPRIVILEGED))
    return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
  if (plan->argv[0] == NULL) return refuse(reason, CSANDBOX_REASON_ARGV_EMPTY);
  if (plan->mode == CSANDBOX_MODE_ROOT && (is_no_identity(plan->uid) || is_no_identity(plan->gid)))
    return refuse(reason, CSANDBOX_REASON_IDENTITY_ZERO);
  for (uint32_t i = 0; i < plan->view_count; i++)
    if ((plan->view[i].flags & CSANDBOX_VIEW_WRITABLE) != 0 && plan->watch == NULL)
      return refuse(reason, CSANDBOX_REASON_UNWATCHED);
  if (csandbox_is_flat(plan)) return check_flat(plan, reason);
  for (uint32_t i = 0; i < plan->view_count; i++) {
    const struct csandbox_view_entry *entry = &plan->view[i];
    if (entry->kind == CSANDBOX_VIEW_TREE && is_below(plan->executable, entry->target))
      return (entry->flags & CSANDBOX_VIEW_WRITABLE) == 0 ? 0 : refuse(reason, CSANDBOX_REASON_WRITABLE_EXECUTABLE);
  }
  return refuse(reason, CSANDBOX_REASON_OUTSIDE_VIEW);
}

int csandbox_plan_read(int fd, struct csandbox_plan *plan, int *reason) {
  const int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  memset(plan, 0, sizeof *plan);
  plan->executable_fd = plan->cgroup_fd = plan->network_fd = plan->watch_fd = -1;
  int got = fcntl(fd, F_GET_SEALS);
  if (got < 0 || (got & seals) != seals) return refuse(reason, CSANDBOX_REASON_NOT_SEALED);
  struct stat status;
  if (fstat(fd, &status) < 0) return -errno;
  if (status.st_size > CSANDBOX_PLAN_LIMIT) return refuse(reason, CSANDBOX_REASON_TOO_LARGE);
  if (status.st_size < CSANDBOX_PLAN_HEADER) return refuse(reason, CSANDBOX_REASON_LENGTH_MISMATCH);
  plan->length = (uint32_t)status.st_size;
  void *map = mmap(NULL, plan->length, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  if (map == MAP_FAILED) return -errno;
  plan->bytes = map;
  uint32_t header[4];
  struct cursor cursor = {plan->bytes, plan->length};
  if (take(&cursor, header, sizeof header) < 0) return refuse(reason, CSANDBOX_REASON_LENGTH_MISMATCH);
  if (header[0] != CSANDBOX_PLAN_MAGIC) return refuse(reason, CSANDBOX_REASON_BAD_MAGIC);
  if (header[1] != CSANDBOX_PLAN_VERSION) return refuse(reason, CSANDBOX_REASON_BAD_VERSION);
  if (header[2] != plan->length) return refuse(reason, CSANDBOX_REASON_LENGTH_MISMATCH);
  uint32_t seen = 0, records = 0;
  while (cursor.left > 0) {
    struct { uint16_t tag, flags; uint32_t length; } record;
    if (take(&cursor, &record, sizeof record) < 0 || record.length > cursor.left)
      return refuse(reason, CSANDBOX_REASON_LENGTH_MISMATCH);
    if (record.tag == 0 || record.tag > CSANDBOX_TAG_LAST) return refuse(reason, CSANDBOX_REASON_UNKNOWN_TAG);
    if (record.flags != 0) return refuse(reason, CSANDBOX_REASON_BAD_RECORD);
    if ((seen & (1u << record.tag)) != 0) return refuse(reason, CSANDBOX_REASON_REPEATED_TAG);
    seen |= 1u << record.tag;
    records++;
    struct cursor content = {cursor.at, record.length};
    int error = read_record(record.tag, content, plan, reason);
    if (error < 0) return error;
    cursor.at += record.length;
    cursor.left -= record.length;
  }
  if (records != header[3]) return refuse(reason, CSANDBOX_REASON_LENGTH_MISMATCH);
  return check_whole(plan, seen, reason);
}
