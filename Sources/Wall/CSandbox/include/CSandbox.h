// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The kernel mechanisms of the sandbox, one function per step and without policy, shared by the host (`Sandboxing`),
// the launcher and the canary. Every function returns a non-negative value on success or a negative errno, and none of
// them prints.

#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// ---- The plan's envelope (`sandbox.md#layers`) ------------------------------------------------------------------

/// "SLYP" in native byte order: a plan never leaves the machine it was made on.
#define CSANDBOX_PLAN_MAGIC 0x50594c53u
#define CSANDBOX_PLAN_VERSION 2u
/// Far above what one filter and a few paths need.
#define CSANDBOX_PLAN_LIMIT (256u * 1024u)
/// {magic u32, version u32, total length u32, number of records u32}
#define CSANDBOX_PLAN_HEADER 16u
/// {tag u16, flags u16, length u32}
#define CSANDBOX_RECORD_HEADER 8u
/// The limit for argv and environment together.
#define CSANDBOX_STRINGS_LIMIT (64u * 1024u)
#define CSANDBOX_FILTER_LIMIT 4096u
/// Two halves of each of the three addresses of an exec ticket.
#define CSANDBOX_TICKET_HALVES 6u

/// Descriptors with a fixed place during a launch.
enum {
  CSANDBOX_FD_REQUEST = 3,
  CSANDBOX_FD_REPLY = 4,
  CSANDBOX_FD_PLAN = 5,
  CSANDBOX_FD_EXECUTABLE = 5,
  CSANDBOX_FD_STATUS = 6,
  CSANDBOX_FD_FIRST_LISTED = 7,
};

/// The tag of a plan record. Each may appear once.
enum csandbox_tag {
  CSANDBOX_TAG_MODE = 1,        ///< u32, `csandbox_mode`
  CSANDBOX_TAG_NAMESPACES = 2,  ///< u32, CLONE_NEW* bits
  CSANDBOX_TAG_WIRE = 3,        ///< u32, `csandbox_wire`
  CSANDBOX_TAG_PROC = 4,        ///< u32, `csandbox_proc`
  CSANDBOX_TAG_ARGV = 5,        ///< strings, each ended by NUL
  CSANDBOX_TAG_ENVIRONMENT = 6, ///< strings, each ended by NUL
  CSANDBOX_TAG_EXECUTABLE = 7,  ///< {fd u32, owner u32, path NUL}
  CSANDBOX_TAG_VIEW = 8,        ///< {kind u16, flags u16, fd u32, target length u32, link length u32, both with NUL}…
  CSANDBOX_TAG_SCRATCH = 9,     ///< {bytes u32, inodes u32}: a private /tmp
  CSANDBOX_TAG_LIMITS = 10,     ///< {resource u32, zero u32, value u64}…
  CSANDBOX_TAG_IDENTITY = 11,   ///< {uid u32, gid u32}: the uid to become (R) or the outer uid and gid (U)
  CSANDBOX_TAG_LANDLOCK = 12,   ///< {abi u32, zero u32, fs u64, net u64, scoped u64} {rights u64, length u32, path}…
  CSANDBOX_TAG_FILTER = 13,     ///< {pid offsets u32, offset u32…}, {6 u32, offset u32…} of the ticket, BPF instructions
  CSANDBOX_TAG_DIRECTORY = 14,  ///< the working directory in the view, ended by NUL
  CSANDBOX_TAG_CGROUP = 15,     ///< u32, descriptor of the leaf
  CSANDBOX_TAG_SOURCES = 16,    ///< {role u32, zero u32, device u64, inode u64}…: the permitted sources of the view
  CSANDBOX_TAG_WATCH = 17,      ///< {fd u32}, BPF instructions: filter of watched calls; socket for its listener
  CSANDBOX_TAG_NETWORK = 18,    ///< u32, descriptor of an unused network namespace that the host made
  CSANDBOX_TAG_LAST = 18,
};

enum csandbox_mode {
  CSANDBOX_MODE_ROOT = 1,         ///< R: the host is root, the extension gets a uid of its own
  CSANDBOX_MODE_UNPRIVILEGED = 2, ///< U: a user namespace
};

enum csandbox_wire { CSANDBOX_WIRE_DESCRIPTORS = 1, CSANDBOX_WIRE_STDIO = 2 };

enum csandbox_proc {
  CSANDBOX_PROC_PLAIN = 1,  ///< symlink `self/exe` and file `self/cmdline` on the root's own tmpfs
  CSANDBOX_PROC_SUBSET = 2, ///< procfs `subset=pid,hidepid=invisible`
};

enum csandbox_view_kind { CSANDBOX_VIEW_TREE = 1, CSANDBOX_VIEW_LINK = 3 };
enum csandbox_view_flag {
  CSANDBOX_VIEW_WRITABLE = 1,
  CSANDBOX_VIEW_NOEXEC = 2,
};

/// The role of a source directory of a view. The host lists at most one directory per role.
enum csandbox_role { CSANDBOX_ROLE_BUNDLE = 1, CSANDBOX_ROLE_CONTAINER = 2, CSANDBOX_ROLE_IMAGE = 3 };

/// Stages of `sandbox.md#layers`, in launch order; the numbers travel in status records.
enum csandbox_stage {
  CSANDBOX_STAGE_PARENT = 1,
  CSANDBOX_STAGE_PLAN,
  CSANDBOX_STAGE_CLEAN,
  CSANDBOX_STAGE_CLONE,
  CSANDBOX_STAGE_SESSION,
  CSANDBOX_STAGE_IDMAP,
  CSANDBOX_STAGE_MOUNTS,
  CSANDBOX_STAGE_PROC,
  CSANDBOX_STAGE_PIVOT,
  CSANDBOX_STAGE_LIMITS,
  CSANDBOX_STAGE_IDENTITY,
  CSANDBOX_STAGE_DEATH,
  CSANDBOX_STAGE_NO_NEW_PRIVS,
  CSANDBOX_STAGE_LANDLOCK,
  CSANDBOX_STAGE_EXEC_MEMORY,
  CSANDBOX_STAGE_DESCRIPTORS,
  CSANDBOX_STAGE_FILTER,
  CSANDBOX_STAGE_EXEC,
};

/// The reason a plan was refused (`sandbox.md#layers`, rows marked L): the `value` of a failure at stage `plan`.
enum csandbox_reason {
  CSANDBOX_REASON_NOT_SEALED = 1,
  CSANDBOX_REASON_TOO_LARGE,
  CSANDBOX_REASON_BAD_MAGIC,
  CSANDBOX_REASON_BAD_VERSION,
  CSANDBOX_REASON_LENGTH_MISMATCH,
  CSANDBOX_REASON_UNKNOWN_TAG,
  CSANDBOX_REASON_REPEATED_TAG,
  CSANDBOX_REASON_MISSING_RECORD,
  CSANDBOX_REASON_BAD_RECORD,
  CSANDBOX_REASON_DESCRIPTOR_RANGE,
  CSANDBOX_REASON_DESCRIPTOR_CLOSED,
  CSANDBOX_REASON_DESCRIPTOR_REPEATED,
  CSANDBOX_REASON_DESCRIPTOR_TYPE,
  CSANDBOX_REASON_DESCRIPTOR_UNLISTED,
  CSANDBOX_REASON_ARGV_EMPTY,
  CSANDBOX_REASON_STRING_UNENDED,
  CSANDBOX_REASON_STRINGS_TOO_LONG,
  CSANDBOX_REASON_LOADER_VARIABLE,
  CSANDBOX_REASON_REPEATED_VARIABLE,
  CSANDBOX_REASON_NOT_REGULAR,
  CSANDBOX_REASON_OUTSIDE_VIEW,
  CSANDBOX_REASON_SET_ID,
  CSANDBOX_REASON_EMPTY_EXECUTABLE,
  CSANDBOX_REASON_NOT_ELF,
  CSANDBOX_REASON_WRONG_MACHINE,
  CSANDBOX_REASON_WRITABLE_EXECUTABLE,
  CSANDBOX_REASON_BAD_TARGET,
  CSANDBOX_REASON_REPEATED_TARGET,
  CSANDBOX_REASON_NESTED_TARGET,
  CSANDBOX_REASON_FILTER_ABSENT,
  CSANDBOX_REASON_FILTER_TOO_LONG,
  CSANDBOX_REASON_FILTER_NO_ARCHITECTURE,
  CSANDBOX_REASON_FILTER_OFFSET,
  CSANDBOX_REASON_LIMIT_ABSENT,
  CSANDBOX_REASON_LIMIT_CORE,
  CSANDBOX_REASON_IDENTITY_ABSENT,
  CSANDBOX_REASON_IDENTITY_ZERO,
  CSANDBOX_REASON_FLAT,
  CSANDBOX_REASON_ISOLATED_AHEAD,
  CSANDBOX_REASON_UNKNOWN_PLACE,
  CSANDBOX_REASON_PLACE_RIGHTS,
  CSANDBOX_REASON_FOREIGN_SOURCE,
  CSANDBOX_REASON_SOURCE_OWNER,
  CSANDBOX_REASON_RULE_PLACE,
  CSANDBOX_REASON_RULE_RIGHTS,
  CSANDBOX_REASON_FILTER_TICKET,
  CSANDBOX_REASON_UNWATCHED,
};

/// One record of the status pipe.
struct csandbox_status {
  uint32_t kind; ///< 1 handed over (value = pid), 2 failed
  uint32_t stage;
  int32_t error;
  int32_t value;
};
enum { CSANDBOX_STATUS_HANDED_OVER = 1, CSANDBOX_STATUS_FAILED = 2 };

// ---- The checked plan (launcher only) ----------------------------------------------------------------------------

/// Enough for the view of every extension point; the host refuses longer lists when it builds the plan.
enum {
  CSANDBOX_VIEW_MAX = 8,
  CSANDBOX_SOURCE_MAX = 3,
  CSANDBOX_ARGV_MAX = 16,
  CSANDBOX_ENVIRONMENT_MAX = 32,
  CSANDBOX_RULE_MAX = 16,
};

struct csandbox_view_entry {
  uint16_t kind;
  uint16_t flags;
  int fd;
  const char *target;
  const char *_Nullable link;
};

struct csandbox_source {
  uint32_t role;
  uint32_t zero;
  uint64_t device, inode;
};

struct csandbox_rule {
  uint64_t rights;
  const char *path;
};

struct csandbox_limit {
  uint32_t resource;
  uint32_t zero;
  uint64_t value;
};

/// A plan that passed every check; its pointers point into the mapped plan.
struct csandbox_plan {
  unsigned char *_Nullable bytes;
  uint32_t length;
  uint32_t mode, namespaces, wire, proc;
  char *_Nullable argv[CSANDBOX_ARGV_MAX + 1];
  char *_Nullable environment[CSANDBOX_ENVIRONMENT_MAX + 1];
  int executable_fd;
  uint32_t executable_owner;
  const char *_Nullable executable;
  uint64_t executable_device, executable_inode;
  struct csandbox_view_entry view[CSANDBOX_VIEW_MAX];
  uint32_t view_count;
  struct csandbox_source sources[CSANDBOX_SOURCE_MAX];
  uint32_t source_count;
  uint32_t scratch_bytes, scratch_inodes;
  struct csandbox_limit limits[16];
  uint32_t limit_count;
  int has_identity;
  uint32_t uid, gid;
  uint32_t landlock_abi;
  uint64_t landlock_fs, landlock_net, landlock_scoped;
  struct csandbox_rule rules[CSANDBOX_RULE_MAX];
  uint32_t rule_count;
  const unsigned char *_Nullable pid_offsets;
  uint32_t pid_offset_count;
  const unsigned char *_Nullable ticket_offsets;
  void *_Nullable filter;
  uint32_t filter_count;
  const char *_Nullable directory;
  int cgroup_fd;
  int network_fd;
  int watch_fd;
  void *_Nullable watch;
  uint32_t watch_count;
  int last_fd;
};

/// The arguments of a launch's only exec: three random addresses in this process.
struct csandbox_ticket {
  const char *path;
  char *_Nullable const *_Nonnull argv;
  char *_Nullable const *_Nonnull environment;
};

/// Namespaces that a waiting launcher may enter before it has its plan: a process can unshare these itself, and they
/// start empty.
#define CSANDBOX_NAMESPACES_AHEAD 0x4c000000u /* CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS */

/// WALL-L2, for a launcher that was started ahead: descriptor 5 is a socket, and this waits until the plan and the
/// descriptors it names arrive there. Returns 0 at once if 5 is already a plan, and -EPIPE if none will arrive. `ahead`
/// receives the namespaces that were entered in the meantime on the host's order.
int csandbox_await_plan(uint32_t *ahead);
/// WALL-L2: maps the sealed memfd and checks its whole contents; sets `reason` on refusal.
int csandbox_plan_read(int fd, struct csandbox_plan *plan, int *reason);
/// Whether the launch has no namespaces at all.
int csandbox_is_flat(const struct csandbox_plan *plan);
/// WALL-L2: checks the view's sources against the host's list and the compiled-in places, and checks Landlock's rules.
int csandbox_plan_check_sources(const struct csandbox_plan *plan, int *reason);
/// WALL-L2: checks that a descriptor is a network namespace other than this process's.
int csandbox_check_network(int network, int *reason);
/// WALL-L2: checks the descriptors and the executable that the plan names.
int csandbox_plan_check_objects(struct csandbox_plan *plan, int *reason);

// ---- Steps of the launch, in order (`sandbox.md#layers`) --------------------------------------------------------

/// WALL-L1 and WALL-X8: has the kernel kill this process when the thread that spawned it exits; -EPIPE if the host is
/// already gone.
int csandbox_follow_parent(int status_fd);
/// WALL-L3: resets signal dispositions, personality, scheduling, memory policy, OOM score and umask, and closes the
/// rest.
int csandbox_clean_start(int last_fd);
/// WALL-L4: returns the child's pid in the parent and 0 in the child, whose parent is the *host*.
pid_t csandbox_clone(uint64_t namespaces, int cgroup_fd);
/// WALL-X7, before the uid changes: enters the network namespace that the host created for this launch.
int csandbox_enter_network(int network);
/// WALL-L4, flat: moves this process into the leaf cgroup.
int csandbox_join_cgroup(int cgroup_fd);
/// WALL-X1: starts a session and, if asked, a cgroup namespace.
int csandbox_new_session(int new_cgroup_namespace);
/// WALL-X2: writes the id maps of the user namespace.
int csandbox_map_identity(uint32_t outer_uid, uint32_t outer_gid);
/// WALL-X3: builds the new root and makes it the working directory; `index` is the entry that failed.
int csandbox_build_view(const struct csandbox_plan *plan, int *index);
/// WALL-X4: creates `/proc` below the working directory.
int csandbox_mount_proc(const struct csandbox_plan *plan);
/// WALL-X5: makes the working directory the read-only root and detaches the old root.
int csandbox_pivot(void);
/// WALL-X5: enters the extension's working directory before the uid, Landlock or the filter can prevent it.
int csandbox_enter(const char *directory);
int csandbox_set_host_name(void);
/// WALL-X6: sets soft and hard limit to the smaller of the value and the inherited hard limit; `index` is the limit
/// that failed.
int csandbox_limit(const struct csandbox_limit *limits, uint32_t count, int *index);
/// WALL-X7: drops the whole bounding set. A flat launch of an unprivileged host may not do this; there `no_new_privs`
/// keeps the set from having any effect.
int csandbox_drop_bounding_set(void);
/// WALL-X7: switches to the uid and gid of a root host's extension and drops all supplementary groups.
int csandbox_change_identity(uint32_t uid, uint32_t gid);
int csandbox_drop_capabilities(void);
/// WALL-X9: sets `no_new_privs`.
int csandbox_no_new_privileges(void);
/// WALL-X10, prepared while the paths are still reachable: returns the descriptor of a ruleset, which takes effect in
/// `csandbox_enforce`; `index` is the rule that failed.
int csandbox_prepare_landlock(const struct csandbox_plan *plan, int *index);
/// WALL-X10: enforces the ruleset.
int csandbox_enforce(int ruleset);
/// WALL-X11: returns 1 if the kernel supports it (MDWE), 0 if not.
int csandbox_refuse_new_code(void);
/// WALL-X12: opens the executable inside the view as 5 and checks that it is the inode that was checked before; a flat
/// launch uses the plan's descriptor. Marks 5 and 6 close-on-exec and unblocks all signals.
int csandbox_settle_descriptors(const struct csandbox_plan *plan);
/// WALL-X12, for a writable container: makes the kernel ask the host before each call that the plan's watch filter
/// selects, and sends the host the listener. The filter of WALL-X13 is installed afterwards and still applies in full.
int csandbox_watch(const struct csandbox_plan *plan);
/// WALL-X12: closes every descriptor from 7 on.
int csandbox_close_rest(void);
/// WALL-X13, before the filter: copies the empty path, argv and environment of the exec to random addresses.
int csandbox_draw_ticket(const struct csandbox_plan *plan, struct csandbox_ticket *ticket);
/// WALL-X13: writes this process's pid and the ticket into the filter and installs it.
int csandbox_install_filter(const struct csandbox_plan *plan, const struct csandbox_ticket *ticket);
/// WALL-X14: executes the program; returns only on failure.
int csandbox_execute(const struct csandbox_ticket *ticket);

#pragma clang assume_nonnull end

#include "CSandboxHost.h"

#endif
