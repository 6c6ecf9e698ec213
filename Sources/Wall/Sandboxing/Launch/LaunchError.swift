// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A launch that failed before any instruction of the extension ran.
public struct LaunchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stage of `sandbox.md#layers` that failed; `host` for failures before the launcher ran.
  public var stage: String
  /// The kernel's error; 0 if there is none.
  public var errno: Int32
  /// The refusal or the failed attempt, as a sentence without a full stop.
  public var message: String
  /// The remedy for the operator, in one sentence.
  public var remedy: String
  /// Protections that this machine can't provide, as far as the failure shows.
  public var missing: [Protection]

  public init(stage: String, errno: Int32, message: String, remedy: String? = nil) {
    self.stage = stage
    self.errno = errno
    self.message = message
    let advice = Self.advice(stage: stage, errno: errno)
    self.remedy = remedy ?? advice.remedy
    missing = advice.missing
  }

  public var description: String {
    let cause = errno == 0 ? "" : " (\(Self.name(of: errno)))"
    return "Launch stopped at stage \(stage): \(message)\(cause). \(remedy)"
  }

  /// A refusal by the host's own checks of the plan.
  static func plan(_ message: String, remedy: String = "Correct the bundle or its approval.") -> LaunchError {
    LaunchError(stage: "plan", errno: 0, message: message, remedy: remedy)
  }
}

extension LaunchError {
  private static func name(of number: Int32) -> String {
    switch number {
    case EPERM: "EPERM"
    case ENOENT: "ENOENT"
    case EAGAIN: "EAGAIN"
    case ENOMEM: "ENOMEM"
    case EACCES: "EACCES"
    case EINVAL: "EINVAL"
    case ENOSPC: "ENOSPC"
    case ENOEXEC: "ENOEXEC"
    case ENOSYS: "ENOSYS"
    case ELOOP: "ELOOP"
    case EXDEV: "EXDEV"
    case EOPNOTSUPP: "EOPNOTSUPP"
    case ESTALE: "ESTALE"
    default: "errno \(number)"
    }
  }

  /// The advice to the operator for each stage and error.
  private static func advice(stage: String, errno: Int32) -> (remedy: String, missing: [Protection]) {
    let profile = "Give the launcher an AppArmor profile with `userns,`; a trial launch is the only test."
    let all = Protection.namespaces.sorted()
    switch (stage, errno) {
    case ("clone", ENOSPC): return ("Raise the sysctl user.max_user_namespaces above 0.", all)
    case ("clone", EPERM): return (profile, all)
    case ("clone", EINVAL):
      return ("Accept own-time-namespace, this kernel has no time namespaces.", [.ownTimeNamespace])
    case ("idmap", EPERM), ("idmap", EACCES), ("mounts", EPERM), ("mounts", EACCES): return (profile, all)
    case ("proc", EPERM): return ("/proc is masked here; use plain /proc and the SDK's `open`.", [])
    case ("landlock", ENOSYS): return ("Use a newer kernel or accept landlock-files.", [.landlockFiles])
    case ("landlock", EOPNOTSUPP):
      return ("Add `landlock` to the `lsm=` list of the kernel or accept landlock-files.", [.landlockFiles])
    case ("filter", EINVAL): return ("Use a kernel with seccomp filters.", [.filter])
    case ("exec", ENOEXEC): return ("Build the executable for this machine.", [])
    case ("exec", EACCES): return ("Install the executable with its execute right.", [])
    case ("exec", ENOENT): return ("Check that the executable's loader is in its runtime.", [])
    case ("mounts", ESTALE), ("descriptors", ESTALE):
      return ("Something replaced the bundle during the launch; install it again.", [])
    default: return ("Run `sallyport doctor` to see what this machine offers.", [])
    }
  }
}
