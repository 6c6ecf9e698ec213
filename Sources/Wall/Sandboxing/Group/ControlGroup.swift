// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A delegated cgroup v2 subtree in which every launch gets a leaf.
///
/// `cgroup.kill` works without any controller; memory, pids and cpu are limited if their controllers are delegated.
public final class ControlGroup: Sendable {
  /// The subtree, an absolute path.
  public let directory: String
  /// The controllers of the leaves, out of `memory`, `pids` and `cpu`.
  public let controllers: Set<String>
  private let next = Atomic<UInt64>(1)

  /// Takes over an empty subtree that the host may write.
  ///
  /// - Parameter directory: a directory of a cgroup v2 file system, created for this host. It must contain no process,
  ///   since the kernel enables controllers only for groups without processes of their own.
  public init(delegated directory: String) throws(LaunchError) {
    guard let path = FileSystem.resolved(directory), let available = FileSystem.contents(path + "/cgroup.controllers")
    else {
      throw LaunchError(
        stage: "host", errno: ENOENT, message: "\(directory) is not a directory of a cgroup v2 file system",
        remedy: "Name a subtree that was delegated to the host, for instance by systemd's Delegate=yes.")
    }
    self.directory = path
    let offered = Set(available.split(whereSeparator: \.isWhitespace).map(String.init))
    let wanted = offered.intersection(["memory", "pids", "cpu"])
    controllers = Set(wanted.filter { Self.write("+\($0)", to: path + "/cgroup.subtree_control") })
  }

  /// Creates a leaf for one launch.
  func leaf(memoryBytes: UInt64, isSealed: Bool) throws(LaunchError) -> Leaf {
    let path = "\(directory)/launch-\(getpid())-\(next.add(1, ordering: .relaxed).newValue)"
    guard unsafe mkdir(path, 0o755) == 0 else {
      throw LaunchError(stage: "host", errno: errno, message: "the control group \(path) could not be made")
    }
    let leaf = Leaf(path: path)
    var settings: [(file: String, value: String)] = []
    if controllers.contains("memory") {
      settings += [("memory.max", "\(memoryBytes)"), ("memory.swap.max", "0"), ("memory.oom.group", "1")]
    }
    if controllers.contains("pids") { settings.append(("pids.max", "64")) }
    // Always half a core: other processes must not be able to infer from a sealed program's speed what it does.
    if controllers.contains("cpu") && isSealed { settings.append(("cpu.max", "50000 100000")) }
    for (file, value) in settings where !Self.write(value, to: path + "/" + file) {
      // A kernel without swap accounting lacks this file; every other limit is required.
      guard file == "memory.swap.max" else {
        throw LaunchError(stage: "host", errno: errno, message: "\(file) of \(path) could not be set")
      }
    }
    return leaf
  }

  static func write(_ text: String, to path: String) -> Bool {
    let number = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard number >= 0 else { return false }
    let file = Descriptor(number)
    let bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file.number, $0.baseAddress, $0.count) } == bytes.count
  }
}

extension ControlGroup {
  /// The control group of one launch, removed with the last reference.
  final class Leaf: Sendable {
    let path: String

    init(path: String) { self.path = path }

    deinit {
      kill()
      // The kernel reaps a killed process a moment later; until then rmdir returns EBUSY.
      for _ in 0..<50 where unsafe rmdir(path) != 0 && errno == EBUSY { usleep(1000) }
    }

    func open() throws(LaunchError) -> Descriptor {
      try Descriptor.open(path, flags: Descriptor.pathOnly | O_DIRECTORY)
    }

    /// Sends SIGKILL to every process in the group, whatever their signal masks, sessions and parents.
    func kill() { _ = ControlGroup.write("1", to: path + "/cgroup.kill") }
  }
}
