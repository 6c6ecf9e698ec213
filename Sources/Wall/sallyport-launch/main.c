// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// The launcher: reads the plan on descriptor 5, applies it in the order below and becomes the extension
// (`sandbox.md#layers`). Each step is one line. The plan can't skip a step, and the first failure ends the launch
// before any instruction of the extension runs.

#include "CSandbox.h"

#include <errno.h>
#include <linux/sched.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_HOST_GONE = 125, EXIT_STEP_FAILED = 126 };

static void report(uint32_t kind, uint32_t stage, int error, int value) {
  struct csandbox_status record = {kind, stage, error, value};
  // If the host no longer reads, there is no other way to report.
  ssize_t written = write(CSANDBOX_FD_STATUS, &record, sizeof record);
  (void)written;
}

static void require(int result, uint32_t stage, int value) {
  if (result >= 0) return;
  if (result == -EPIPE && (stage == CSANDBOX_STAGE_PARENT || stage == CSANDBOX_STAGE_DEATH)) _exit(EXIT_HOST_GONE);
  report(CSANDBOX_STATUS_FAILED, stage, -result, value);
  _exit(EXIT_STEP_FAILED);
}

/// WALL-L4: continues in a child of the host, or in the launcher itself if the launch is flat.
static void hand_over(const struct csandbox_plan *plan, uint32_t made, int unprivileged) {
  if (csandbox_is_flat(plan)) {
    if (plan->cgroup_fd >= 0) require(csandbox_join_cgroup(plan->cgroup_fd), CSANDBOX_STAGE_CLONE, 0);
    report(CSANDBOX_STATUS_HANDED_OVER, CSANDBOX_STAGE_CLONE, 0, getpid());
    return;
  }
  pid_t pid = csandbox_clone((plan->namespaces & ~made) | (unprivileged ? CLONE_NEWUSER : 0u), plan->cgroup_fd);
  require(pid, CSANDBOX_STAGE_CLONE, 0);
  if (pid == 0) return;
  report(CSANDBOX_STATUS_HANDED_OVER, CSANDBOX_STAGE_CLONE, 0, pid);
  _exit(0);
}

int main(void) {
  static struct csandbox_plan plan;
  struct csandbox_ticket ticket;
  int value = 0;
  uint32_t ahead = 0;

  require(csandbox_follow_parent(CSANDBOX_FD_STATUS), CSANDBOX_STAGE_PARENT, 0);
  require(csandbox_await_plan(&ahead), CSANDBOX_STAGE_PARENT, 1);
  require(csandbox_plan_read(CSANDBOX_FD_PLAN, &plan, &value), CSANDBOX_STAGE_PLAN, value);
  require(csandbox_plan_check_objects(&plan, &value), CSANDBOX_STAGE_PLAN, value);
  require(csandbox_plan_check_sources(&plan, &value), CSANDBOX_STAGE_PLAN, value);
  // A namespace that was left can't be entered again, so a plan that keeps it went to the wrong launcher.
  require((ahead & ~plan.namespaces) == 0 ? 0 : -EINVAL, CSANDBOX_STAGE_PLAN, CSANDBOX_REASON_ISOLATED_AHEAD);
  int flat = csandbox_is_flat(&plan), unprivileged = plan.mode == CSANDBOX_MODE_UNPRIVILEGED;
  close(CSANDBOX_FD_PLAN);
  require(csandbox_clean_start(plan.last_fd), CSANDBOX_STAGE_CLEAN, 0);

  hand_over(&plan, ahead | (plan.network_fd >= 0 ? CLONE_NEWNET : 0u), unprivileged);

  int late_cgroup = plan.cgroup_fd >= 0 && (plan.namespaces & CLONE_NEWCGROUP) != 0;
  require(csandbox_new_session(late_cgroup), CSANDBOX_STAGE_SESSION, 0);
  if (!flat) {
    if (unprivileged) require(csandbox_map_identity(plan.uid, plan.gid), CSANDBOX_STAGE_IDMAP, 0);
    require(csandbox_build_view(&plan, &value), CSANDBOX_STAGE_MOUNTS, value);
    require(csandbox_mount_proc(&plan), CSANDBOX_STAGE_PROC, 0);
    require(csandbox_pivot(), CSANDBOX_STAGE_PIVOT, 0);
  }
  require(csandbox_enter(plan.directory), CSANDBOX_STAGE_PIVOT, 1);
  if ((plan.namespaces & CLONE_NEWUTS) != 0) require(csandbox_set_host_name(), CSANDBOX_STAGE_PIVOT, 2);
  require(csandbox_limit(plan.limits, plan.limit_count, &value), CSANDBOX_STAGE_LIMITS, value);
  // A root host's extension may be unable to reach the paths of a flat launch under its own uid.
  int ruleset = -1;
  if (plan.landlock_abi != 0) {
    ruleset = csandbox_prepare_landlock(&plan, &value);
    require(ruleset, CSANDBOX_STAGE_LANDLOCK, value);
  }
  if (plan.network_fd >= 0) require(csandbox_enter_network(plan.network_fd), CSANDBOX_STAGE_CLONE, 1);
  if (!flat || !unprivileged) require(csandbox_drop_bounding_set(), CSANDBOX_STAGE_IDENTITY, 0);
  if (!unprivileged) require(csandbox_change_identity(plan.uid, plan.gid), CSANDBOX_STAGE_IDENTITY, 1);
  require(csandbox_drop_capabilities(), CSANDBOX_STAGE_IDENTITY, 2);
  umask(077);
  require(csandbox_follow_parent(CSANDBOX_FD_STATUS), CSANDBOX_STAGE_DEATH, 0);
  require(csandbox_no_new_privileges(), CSANDBOX_STAGE_NO_NEW_PRIVS, 0);
  if (ruleset >= 0) require(csandbox_enforce(ruleset), CSANDBOX_STAGE_LANDLOCK, -1);
  require(csandbox_refuse_new_code(), CSANDBOX_STAGE_EXEC_MEMORY, 0);
  require(csandbox_settle_descriptors(&plan), CSANDBOX_STAGE_DESCRIPTORS, 0);
  require(csandbox_watch(&plan), CSANDBOX_STAGE_FILTER, 2);
  require(csandbox_close_rest(), CSANDBOX_STAGE_DESCRIPTORS, 1);
  require(csandbox_draw_ticket(&plan, &ticket), CSANDBOX_STAGE_FILTER, 1);
  require(csandbox_install_filter(&plan, &ticket), CSANDBOX_STAGE_FILTER, 0);
  require(csandbox_execute(&ticket), CSANDBOX_STAGE_EXEC, 0);
}
