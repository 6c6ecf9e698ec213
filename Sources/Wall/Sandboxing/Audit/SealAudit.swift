// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc

/// Inspects a running process from the outside and reports what differs from its plan.
///
/// Runs for every sealed launch after `hello` and before the request, so that secrets go only to a process that was
/// observed to have no way to pass them on.
public enum SealAudit {
  /// The planned state of the process.
  struct Expectation: Sendable {
    var uid: UInt32
    var gid: UInt32
    var limits: [LaunchLimits.Value]
    var namespaces: Set<Protection>
    /// Required protections that the plan omits.
    var missing: Set<Protection>
    var isSealed: Bool
    var wire: LaunchWire
    /// False for an unprivileged host's launch without a user namespace: it lacks the right to drop the set, and
    /// `no-new-privs` keeps the set from having any effect.
    var dropsBoundingSet: Bool
    /// Every mount; `nil` on a flat launch, which uses the host's.
    var mounts: [Mount]?
    /// Directories whose files may be mapped, as paths in the view.
    var mappable: [String]
    /// The bundle and the image of a sealed process.
    var sealedTrees: [ViewCensus.Tree]?
    var census: ViewCensus?

    init(plan: LaunchPlan, census: ViewCensus?) throws(LaunchError) {
      uid = plan.identity.uid
      gid = plan.identity.gid
      limits = plan.limits
      namespaces = plan.namespaces
      (missing, isSealed) = (plan.missing, plan.isSealed)
      wire = plan.wire
      dropsBoundingSet = !(plan.isFlat && plan.mode == .unprivileged)
      mounts = try plan.isFlat ? nil : plan.mounts()
      mappable = plan.landlock?.grants.map(\.path) ?? plan.view.map(\.target) + [InnerPath.scratch]
      self.census = census
      let trees = try plan.trees()
      if plan.isSealed { sealedTrees = trees } else { census?.enter(trees) }
    }
  }

  /// One difference from the plan.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    public var what: String
    public var expected: String
    public var found: String
    public var description: String { "\(what) is \(found) instead of \(expected)" }
  }

  /// Every difference, grouped by where it was found; empty if the process is as planned.
  ///
  /// The caller holds the process and thus its pidfd, so the pid can't be reused during the audit.
  public static func differences(of process: LaunchedProcess) -> [Difference] {
    guard let expectation = process.expectation else {
      return [Difference(what: "the launch", expected: "sandboxed", found: "unconfined")]
    }
    return differences(pid: process.pid, expectation: expectation)
  }

  static func differences(pid: Int32, expectation: Expectation) -> [Difference] {
    status(pid, expectation) + limits(pid, expectation) + descriptors(pid, expectation) + namespaces(pid, expectation)
      + mounts(pid, expectation) + maps(pid, expectation) + inodes(expectation)
  }
}

// MARK: - Parts

extension SealAudit {
  private static func status(_ pid: Int32, _ expectation: Expectation) -> [Difference] {
    guard let lines = lines(of: "status", pid) else { return [unreadable("status")] }
    let none = "0000000000000000"
    let uid = expectation.uid
    let gid = expectation.gid
    let expected = [
      ("Uid", "\(uid) \(uid) \(uid) \(uid)"), ("Gid", "\(gid) \(gid) \(gid) \(gid)"), ("CapInh", none),
      ("CapPrm", none), ("CapEff", none), ("CapBnd", none), ("CapAmb", none), ("NoNewPrivs", "1"), ("Seccomp", "2"),
    ]
    return expected.compactMap { name, value in
      if name == "CapBnd" && !expectation.dropsBoundingSet { return nil }
      let start = Array((name + ":").utf8)
      let line = lines.last { $0.starts(with: start) }
      let seen = line.map { words(of: $0.dropFirst(start.count)).joined(separator: " ") } ?? "absent"
      return seen == value ? nil : Difference(what: "status \(name)", expected: value, found: seen)
    }
  }

  /// A limit may be smaller than planned if the host itself inherited a smaller one.
  private static func limits(_ pid: Int32, _ expectation: Expectation) -> [Difference] {
    guard let lines = lines(of: "limits", pid) else { return [unreadable("limits")] }
    return expectation.limits.compactMap { limit in
      let line = lines.first { $0.starts(with: limit.name.utf8) } ?? []
      let fields = words(of: line.dropFirst(limit.name.utf8.count)).prefix(2)
      let values = fields.map { UInt64($0) }
      if values.count == 2, values[0] == values[1], let value = values[0], value <= limit.value { return nil }
      return Difference(
        what: limit.name, expected: "\(limit.value)",
        found: fields.isEmpty ? "absent" : fields.joined(separator: " and "))
    }
  }

  private static func descriptors(_ pid: Int32, _ expectation: Expectation) -> [Difference] {
    let directory = "/proc/\(pid)/fd"
    guard let names = FileSystem.names(in: directory) else { return [unreadable("fd")] }
    let wire = expectation.wire == .fileDescriptors ? ["0", "1", "2", "3", "4"] : ["0", "1", "2"]
    var differences: [Difference] = []
    for name in names {
      let path = "\(directory)/\(name)"
      guard let target = FileSystem.link(at: path) else {
        // A Dispatch worker may have closed its own descriptor since the listing.
        if FileSystem.status(path) == nil && errno == ENOENT { continue }
        differences.append(Difference(what: "descriptor \(name)", expected: "a pipe", found: "unreadable"))
        continue
      }
      let isPipe = target.hasPrefix("pipe:[")
      if !isPipe && (wire.contains(name) || !target.hasPrefix("anon_inode:")) {
        differences.append(Difference(what: "descriptor \(name)", expected: "a pipe", found: target))
      }
    }
    for name in wire.suffix(2) where !names.contains(name) {
      differences.append(Difference(what: "descriptor \(name)", expected: "a pipe", found: "closed"))
    }
    return differences
  }

  private static func namespaces(_ pid: Int32, _ expectation: Expectation) -> [Difference] {
    expectation.namespaces.sorted().compactMap { protection in
      guard let name = protection.namespace?.name else { return nil }
      let found = FileSystem.link(at: "/proc/\(pid)/ns/\(name)")
      if let found, let own = ownNamespaces[name], found != own { return nil }
      return Difference(what: protection.rawValue, expected: "its own", found: found ?? "unreadable")
    }
  }

  /// The namespaces that a process is not seen to have for itself: those of the host, and those that can't be read or
  /// compared. An exited process has none, so none of them counts.
  static func sharedNamespaces(of pid: Int32, among namespaces: Set<Protection>) -> Set<Protection> {
    namespaces.filter { protection in
      guard let name = protection.namespace?.name else { return false }
      guard let found = FileSystem.link(at: "/proc/\(pid)/ns/\(name)") else { return errno != ENOENT }
      return found == ownNamespaces[name] || ownNamespaces[name] == nil
    }
  }

  /// The host's namespaces, by their names in `/proc`; they don't change while the host runs.
  private static let ownNamespaces = Dictionary(
    uniqueKeysWithValues: Protection.namespaces.compactMap(\.namespace?.name).compactMap { name in
      FileSystem.link(at: "/proc/self/ns/\(name)").map { (name, $0) }
    })

  /// Lines as bytes: this runs for every shield and report, and strings are several times as slow.
  ///
  /// - Returns: `nil` if the file can't be read, or is longer than the lines of all mappings that the kernel gives a
  ///   process, 65,530, unless their names are long on purpose.
  static func lines(of file: String, _ pid: Int32) -> [ArraySlice<UInt8>]? {
    FileSystem.bytes("/proc/\(pid)/\(file)", atMost: 16 << 20)?.split(separator: UInt8(ascii: "\n"))
  }

  static func words(of line: ArraySlice<UInt8>) -> [String] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map { String(decoding: $0, as: UTF8.self) }
  }

  static func unreadable(_ file: String) -> Difference {
    Difference(what: "/proc/<pid>/\(file)", expected: "readable", found: "gone")
  }
}

// MARK: - The planned state

extension LaunchPlan {
  /// The mounts of its view: the root, the directories, and those that the launcher creates.
  fileprivate func mounts() throws(LaunchError) -> [SealAudit.Mount] {
    var mounts = [SealAudit.Mount(target: "/", source: nil, isWritable: false)]
    for entry in view {
      guard let directory = entry.descriptor else { continue }
      mounts.append(
        SealAudit.Mount(
          target: entry.target, source: FileIdentity(try directory.status()), isWritable: entry.isWritable))
    }
    if scratch != nil { mounts.append(SealAudit.Mount(target: InnerPath.scratch, source: nil, isWritable: true)) }
    if showsProcesses { mounts.append(SealAudit.Mount(target: InnerPath.processes, source: nil, isWritable: false)) }
    return mounts
  }

  /// The directories that contain code: all of the view except the container.
  fileprivate func trees() throws(LaunchError) -> [ViewCensus.Tree] {
    var trees: [ViewCensus.Tree] = []
    for entry in view where entry.isExecutable {
      if let directory = entry.descriptor { trees.append(try ViewCensus.Tree(directory)) }
    }
    return trees
  }
}
