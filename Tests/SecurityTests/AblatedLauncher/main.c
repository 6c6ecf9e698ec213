// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The launcher of the tests: the same functions in the same order as `sallyport-launch`, but any layer can be omitted
// and any stage can be made to fail. It shows that a layer stops the attacks attributed to it, and that a failure at
// any stage ends the launch. A file beside the program names what to omit, so that the production host starts it
// unchanged.

#include "settings.h"

#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_HOST_GONE = 125, EXIT_STEP_FAILED = 126, LEAKED = 900 };

static struct settings settings;
static struct csandbox_plan plan;

static void report(uint32_t kind, uint32_t stage, int error, int value) {
  struct csandbox_status record = {kind, stage, error, value};
  ssize_t written = write(CSANDBOX_FD_STATUS, &record, sizeof record);
  (void)written;
}

/// Waits until the host is dead, so that this stage runs after that.
static void await_death(void) {
  struct pollfd status = {.fd = CSANDBOX_FD_STATUS, .events = 0, .revents = 0};
  while (poll(&status, 1, -1) <= 0 || (status.revents & POLLERR) == 0) {}
}

/// Called before the step, so that an injected failure means the step did not run.
static int enter(uint32_t stage) {
  if (settings.await == stage) await_death();
  if (settings.fail != stage) return 1;
  report(CSANDBOX_STATUS_FAILED, stage, settings.error, 0);
  _exit(EXIT_STEP_FAILED);
}

static void require(int result, uint32_t stage, int value) {
  if (result >= 0) return;
  if (result == -EPIPE && (stage == CSANDBOX_STAGE_PARENT || stage == CSANDBOX_STAGE_DEATH)) _exit(EXIT_HOST_GONE);
  report(CSANDBOX_STATUS_FAILED, stage, -result, value);
  _exit(EXIT_STEP_FAILED);
}

/// Runs a step at its stage, unless its layer is omitted.
#define STEP(layer, stage, call, value) \
  do { \
    if (enter(stage) && (settings.without & (layer)) == 0) require((call), (stage), (value)); \
  } while (0)

/// The plan's namespaces, plus those of the settings: a flat plan with namespaces lacks only the view.
static uint64_t namespaces(void) {
  uint64_t flags = plan.namespaces | settings.namespaces;
  if ((settings.without & LAYER_PID) != 0) flags &= ~(uint64_t)CLONE_NEWPID;
  if ((settings.without & LAYER_NET) != 0) flags &= ~(uint64_t)CLONE_NEWNET;
  if ((settings.without & LAYER_IPC) != 0) flags &= ~(uint64_t)CLONE_NEWIPC;
  if ((settings.without & LAYER_UTS) != 0) flags &= ~(uint64_t)CLONE_NEWUTS;
  if ((settings.without & LAYER_TIME) != 0) flags &= ~(uint64_t)CLONE_NEWTIME;
  if ((settings.without & LAYER_CGROUP) != 0) flags &= ~(uint64_t)CLONE_NEWCGROUP;
  return flags;
}

static void hand_over(uint64_t flags, uint32_t made, int unprivileged) {
  enter(CSANDBOX_STAGE_CLONE);
  if (flags == 0) {
    if (plan.cgroup_fd >= 0) require(csandbox_join_cgroup(plan.cgroup_fd), CSANDBOX_STAGE_CLONE, 0);
    report(CSANDBOX_STATUS_HANDED_OVER, CSANDBOX_STAGE_CLONE, 0, getpid());
    return;
  }
  if (settings.refuse_clone != 0) require(-settings.refuse_clone, CSANDBOX_STAGE_CLONE, 0);
  pid_t pid = csandbox_clone((flags & ~(uint64_t)made) | (unprivileged ? CLONE_NEWUSER : 0u), plan.cgroup_fd);
  require(pid, CSANDBOX_STAGE_CLONE, 0);
  if (pid == 0) return;
  report(CSANDBOX_STATUS_HANDED_OVER, CSANDBOX_STAGE_CLONE, 0, pid);
  _exit(0);
}

static void build_view(void) {
  int value = 0;
  if (csandbox_is_flat(&plan)) return;
  // Without a pid namespace of its own, an unprivileged host may not mount procfs.
  if ((settings.without & LAYER_PID) != 0 && plan.mode == CSANDBOX_MODE_UNPRIVILEGED) plan.proc = CSANDBOX_PROC_PLAIN;
  enter(CSANDBOX_STAGE_MOUNTS);
  require(csandbox_build_view(&plan, &value), CSANDBOX_STAGE_MOUNTS, value);
  enter(CSANDBOX_STAGE_PROC);
  require(csandbox_mount_proc(&plan), CSANDBOX_STAGE_PROC, 0);
  enter(CSANDBOX_STAGE_PIVOT);
  require(csandbox_pivot(), CSANDBOX_STAGE_PIVOT, 0);
}

static void set_limits(void) {
  int value = 0;
  if ((settings.without & LAYER_ADDRESS_SPACE) != 0)
    for (uint32_t i = 0; i < plan.limit_count; i++)
      if (plan.limits[i].resource == RLIMIT_AS) plan.limits[i].value = ~0ull;
  STEP(LAYER_LIMITS, CSANDBOX_STAGE_LIMITS, csandbox_limit(plan.limits, plan.limit_count, &value), value);
}

static void give_up_identity(uint64_t flags, int unprivileged) {
  enter(CSANDBOX_STAGE_IDENTITY);
  if ((settings.without & LAYER_IDENTITY) != 0) return;
  if (flags != 0 || !unprivileged) require(csandbox_drop_bounding_set(), CSANDBOX_STAGE_IDENTITY, 0);
  if (!unprivileged) require(csandbox_change_identity(plan.uid, plan.gid), CSANDBOX_STAGE_IDENTITY, 1);
  require(csandbox_drop_capabilities(), CSANDBOX_STAGE_IDENTITY, 2);
}

/// Imitates a careless host: an ignored signal, and an open descriptor of its database. Runs after the check of the
/// plan, which would refuse the launch.
static void leave_things_about(void) {
  signal(SIGPIPE, SIG_IGN);
  if (settings.leak[0] == '\0') return;
  int fd = open(settings.leak, O_RDWR);
  if (fd < 0) return;
  dup2(fd, LEAKED);
  close(fd);
}

/// Makes the comparison with the ticket always succeed: replaces the XORs by copies of a register that stays 0,
/// whatever operand is written into them.
static void accept_every_ticket(void) {
  for (uint32_t i = 0; i < CSANDBOX_TICKET_HALVES; i++) {
    uint32_t offset;
    memcpy(&offset, plan.ticket_offsets + i * sizeof offset, sizeof offset);
    ((struct sock_filter *)plan.filter)[offset] = (struct sock_filter)BPF_STMT(BPF_MISC | BPF_TXA, 0);
  }
}

int main(void) {
  int value = 0;
  if (read_settings(&settings) < 0) return 64;

  STEP(LAYER_DEATH, CSANDBOX_STAGE_PARENT, csandbox_follow_parent(CSANDBOX_FD_STATUS), 0);
  uint32_t ahead = 0;
  require(csandbox_await_plan(&ahead), CSANDBOX_STAGE_PARENT, 1);
  enter(CSANDBOX_STAGE_PLAN);
  require(csandbox_plan_read(CSANDBOX_FD_PLAN, &plan, &value), CSANDBOX_STAGE_PLAN, value);
  require(csandbox_plan_check_objects(&plan, &value), CSANDBOX_STAGE_PLAN, value);
  STEP(LAYER_SOURCES, CSANDBOX_STAGE_PLAN, csandbox_plan_check_sources(&plan, &value), value);
  leave_things_about();
  close(CSANDBOX_FD_PLAN);
  int last = (settings.without & LAYER_DESCRIPTORS) != 0 ? LEAKED : plan.last_fd;
  STEP(LAYER_CLEAN, CSANDBOX_STAGE_CLEAN, csandbox_clean_start(last), 0);

  int unprivileged = plan.mode == CSANDBOX_MODE_UNPRIVILEGED;
  uint64_t flags = namespaces();
  // A namespace of an omitted layer must not have been created in advance.
  require((ahead & ~flags) == 0 ? 0 : -EINVAL, CSANDBOX_STAGE_CLONE, 0);
  int network = (flags & CLONE_NEWNET) != 0 ? plan.network_fd : -1;
  hand_over(flags, ahead | (network >= 0 ? CLONE_NEWNET : 0u), unprivileged);
  STEP(LAYER_SESSION, CSANDBOX_STAGE_SESSION, csandbox_new_session(0), 0);
  if (flags != 0 && unprivileged) STEP(0, CSANDBOX_STAGE_IDMAP, csandbox_map_identity(plan.uid, plan.gid), 0);
  build_view();
  require(csandbox_enter(plan.directory), CSANDBOX_STAGE_PIVOT, 1);
  if ((flags & CLONE_NEWUTS) != 0) require(csandbox_set_host_name(), CSANDBOX_STAGE_PIVOT, 2);
  set_limits();
  int ruleset = plan.landlock_abi != 0 ? csandbox_prepare_landlock(&plan, &value) : -1;
  if (plan.landlock_abi != 0) require(ruleset, CSANDBOX_STAGE_LANDLOCK, value);
  if (network >= 0 && settings.refuse_network != 0) require(-settings.refuse_network, CSANDBOX_STAGE_CLONE, 1);
  if (network >= 0) require(csandbox_enter_network(network), CSANDBOX_STAGE_CLONE, 1);
  // Installing a filter requires no_new_privs, or the capability that is dropped below.
  int is_early = (settings.without & LAYER_NO_NEW_PRIVS) != 0;
  if (is_early) require(csandbox_watch(&plan), CSANDBOX_STAGE_FILTER, 2);
  give_up_identity(flags, unprivileged);
  umask(077);
  STEP(LAYER_DEATH, CSANDBOX_STAGE_DEATH, csandbox_follow_parent(CSANDBOX_FD_STATUS), 0);
  STEP(LAYER_NO_NEW_PRIVS, CSANDBOX_STAGE_NO_NEW_PRIVS, csandbox_no_new_privileges(), 0);
  if (ruleset >= 0) STEP(LAYER_LANDLOCK, CSANDBOX_STAGE_LANDLOCK, csandbox_enforce(ruleset), -1);
  STEP(LAYER_EXEC_MEMORY, CSANDBOX_STAGE_EXEC_MEMORY, csandbox_refuse_new_code(), 0);
  enter(CSANDBOX_STAGE_DESCRIPTORS);
  require(csandbox_settle_descriptors(&plan), CSANDBOX_STAGE_DESCRIPTORS, 0);
  if (!is_early) require(csandbox_watch(&plan), CSANDBOX_STAGE_FILTER, 2);
  STEP(LAYER_DESCRIPTORS, CSANDBOX_STAGE_DESCRIPTORS, csandbox_close_rest(), 1);
  struct csandbox_ticket ticket;
  require(csandbox_draw_ticket(&plan, &ticket), CSANDBOX_STAGE_FILTER, 1);
  if ((settings.without & LAYER_TICKET) != 0) accept_every_ticket();
  STEP(LAYER_FILTER, CSANDBOX_STAGE_FILTER, csandbox_install_filter(&plan, &ticket), 0);
  enter(CSANDBOX_STAGE_EXEC);
  require(csandbox_execute(&ticket), CSANDBOX_STAGE_EXEC, 0);
}
