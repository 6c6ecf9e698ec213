// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox

extension LaunchError {
  /// Creates an error from a failure record of the launcher.
  init(_ record: csandbox_status) {
    let stage = Self.stages[record.stage] ?? "unknown"
    var message = Self.attempts[stage] ?? "the launcher reported a stage this host does not know"
    if stage == "plan" { message = Self.reasons[record.value] ?? "the launcher refused the plan" }
    self.init(stage: stage, errno: record.error, message: message)
    if stage == "plan" { remedy = "This is a bug in the host or an attack on it; report it." }
  }

  /// Names of the stages, as they appear in reports.
  static let stages: [UInt32: String] = [
    CSANDBOX_STAGE_PARENT.rawValue: "parent",
    CSANDBOX_STAGE_PLAN.rawValue: "plan",
    CSANDBOX_STAGE_CLEAN.rawValue: "clean",
    CSANDBOX_STAGE_CLONE.rawValue: "clone",
    CSANDBOX_STAGE_SESSION.rawValue: "session",
    CSANDBOX_STAGE_IDMAP.rawValue: "idmap",
    CSANDBOX_STAGE_MOUNTS.rawValue: "mounts",
    CSANDBOX_STAGE_PROC.rawValue: "proc",
    CSANDBOX_STAGE_PIVOT.rawValue: "pivot",
    CSANDBOX_STAGE_LIMITS.rawValue: "limits",
    CSANDBOX_STAGE_IDENTITY.rawValue: "identity",
    CSANDBOX_STAGE_DEATH.rawValue: "death",
    CSANDBOX_STAGE_NO_NEW_PRIVS.rawValue: "no-new-privs",
    CSANDBOX_STAGE_LANDLOCK.rawValue: "landlock",
    CSANDBOX_STAGE_EXEC_MEMORY.rawValue: "exec-memory",
    CSANDBOX_STAGE_DESCRIPTORS.rawValue: "descriptors",
    CSANDBOX_STAGE_FILTER.rawValue: "filter",
    CSANDBOX_STAGE_EXEC.rawValue: "exec",
  ]

  private static let attempts: [String: String] = [
    "parent": "the launcher could not bind its lifetime to the host's",
    "clean": "inherited state could not be reset",
    "clone": "the namespaces could not be made",
    "session": "no session or cgroup namespace could be made",
    "idmap": "the id maps of the user namespace could not be written",
    "mounts": "the view could not be built",
    "proc": "/proc could not be mounted",
    "pivot": "the view did not become the root",
    "limits": "a resource limit could not be set",
    "identity": "the identity could not be changed",
    "death": "the extension's lifetime could not be bound to the host's",
    "no-new-privs": "new privileges could not be ruled out",
    "landlock": "Landlock could not be applied",
    "exec-memory": "new code could not be ruled out",
    "descriptors": "the executable could not be opened inside the view",
    "filter": "the filter could not be installed",
    "exec": "the executable could not be started",
  ]

  /// Texts of the reasons for refusing a plan, in the order of `csandbox_reason`.
  private static let reasons: [Int32: String] = Dictionary(
    uniqueKeysWithValues: [
      "the plan's memory is not sealed", "the plan is larger than 256 KiB", "the plan does not begin with its magic",
      "the plan has another version", "the plan's lengths contradict each other", "the plan holds an unknown record",
      "the plan holds a record twice", "the plan lacks a mandatory record", "a record of the plan is malformed",
      "a descriptor is out of range", "a descriptor is not open", "a descriptor is used twice",
      "a descriptor is of the wrong type", "a descriptor is open that the plan does not list", "argv is empty",
      "a string is not ended", "argv or environment are too long", "the environment holds an LD_ variable",
      "the environment holds a variable twice", "the executable is not a regular file",
      "the executable lies outside the view", "the executable is set-id", "the executable is empty",
      "the executable is not an ELF file", "the executable is for another machine",
      "the executable can be written by another user", "a place in the view is not a plain absolute path",
      "a place in the view is used twice", "a place in the view lies within another", "the plan holds no filter",
      "the filter is too long", "the filter does not begin with the architecture check",
      "a pid offset lies outside the filter", "a mandatory limit is absent", "the core limit is not 1",
      "the plan holds no identity", "the plan gives uid or gid 0 or the largest number",
      "a flat launch does not meet its requirements",
      "the launcher has left a namespace that the plan keeps",
      "the view has an unknown place", "a place in the view has rights that it must not have",
      "a directory of the view is not one that the host listed",
      "a directory of the view belongs to another user or can be written by one",
      "a Landlock rule is for an unknown place", "a Landlock rule gives rights that its place must not have",
      "the filter does not test every half of the exec's ticket", "a writable container is not watched",
    ].enumerated().map { (Int32($0.offset + 1), $0.element) })
}
