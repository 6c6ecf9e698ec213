// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox

/// A protection of `sandbox.md#grades`, named so that an operator can accept its absence.
public enum Protection: String, Hashable, Sendable, CaseIterable, Comparable {
  case filter
  case noNewPrivs = "no-new-privs"
  case identity
  case descriptors
  case limits
  case death
  case landlockFiles = "landlock-files"
  case landlockScopes = "landlock-scopes"
  case ownMountNamespace = "own-mount-namespace"
  case ownPIDNamespace = "own-pid-namespace"
  case ownNetworkNamespace = "own-network-namespace"
  case ownIPCNamespace = "own-ipc-namespace"
  case ownUTSNamespace = "own-uts-namespace"
  case ownCgroupNamespace = "own-cgroup-namespace"
  case ownTimeNamespace = "own-time-namespace"
  case ownUID = "own-uid"
  case noNewCode = "no-new-code"
  case groupLimits = "group-limits"

  public static func < (left: Protection, right: Protection) -> Bool { left.rawValue < right.rawValue }

  /// Protections without which no launch is possible.
  public static let floor: Set<Protection> = [.filter, .noNewPrivs, .identity, .descriptors, .limits, .death]
  /// The seven that `no-namespaces` stands for.
  public static let namespaces: Set<Protection> = [
    .ownMountNamespace, .ownPIDNamespace, .ownNetworkNamespace, .ownIPCNamespace, .ownUTSNamespace,
    .ownCgroupNamespace, .ownTimeNamespace,
  ]

  /// The protections that an operator accepts by these names; `no-namespaces` stands for all seven namespaces.
  /// - Returns: `nil` if a name is not a protection, so that a misspelt name is not accepted silently.
  public static func accepted(_ names: [String]) -> Set<Protection>? {
    var accepted: Set<Protection> = []
    for name in names {
      if name == "no-namespaces" {
        accepted.formUnion(namespaces)
      } else if let protection = Protection(rawValue: name) {
        accepted.insert(protection)
      } else {
        return nil
      }
    }
    return accepted
  }

  /// The CLONE_NEW* bit of a namespace, and its name in `/proc/<pid>/ns`.
  var namespace: (flag: UInt32, name: String)? {
    switch self {
    case .ownMountNamespace: (0x0002_0000, "mnt")
    case .ownPIDNamespace: (0x2000_0000, "pid")
    case .ownNetworkNamespace: (0x4000_0000, "net")
    case .ownIPCNamespace: (0x0800_0000, "ipc")
    case .ownUTSNamespace: (0x0400_0000, "uts")
    case .ownCgroupNamespace: (0x0200_0000, "cgroup")
    case .ownTimeNamespace: (0x0000_0080, "time")
    default: nil
    }
  }

  /// Whether a launcher may create it before it has its plan.
  var canBeMadeAhead: Bool { namespace.map { $0.flag & CSANDBOX_NAMESPACES_AHEAD != 0 } ?? false }

  /// The consequence of lacking this protection, for the log of a degraded launch.
  public var whatIsLost: String {
    switch self {
    case .landlockFiles: "only the mounts keep files of others out of reach"
    case .landlockScopes: "it can send signals to processes of its own user"
    case .ownMountNamespace: "it can see which files exist, their sizes and times"
    case .ownPIDNamespace: "it can tell which processes run"
    case .ownNetworkNamespace: "only the filter keeps it off the network"
    case .ownIPCNamespace: "only the filter keeps it off shared memory of others"
    case .ownUTSNamespace: "it can read the name of this machine"
    case .ownCgroupNamespace: "it can read the name of its control group"
    case .ownTimeNamespace: "it shares one inode with every other process"
    case .ownUID: "it runs under the same user as others"
    case .noNewCode: "only the filter keeps it from making new code"
    case .groupLimits: "its shared memory is bounded only by its address space"
    case .filter, .noNewPrivs, .identity, .descriptors, .limits, .death: "a mandatory protection is missing"
    }
  }
}

extension Set<Protection> {
  /// The CLONE_NEW* bits of its namespaces.
  var flags: UInt32 { reduce(0) { $0 | ($1.namespace?.flag ?? 0) } }
}
