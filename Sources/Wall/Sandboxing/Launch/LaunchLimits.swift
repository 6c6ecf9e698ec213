// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The resources that one launch may use, before they become resource limits.
public struct LaunchLimits: Hashable, Sendable {
  /// The point's memory budget of `wire.md#deadlines`.
  public var memoryMiB: UInt64
  /// The point's CPU budget; at sealed points, the basis of the CPU limit.
  public var cpuSeconds: UInt64
  /// Whether the program is an app, which runs as long as it is open.
  public var isApp: Bool
  /// The number of processes of this uid that may run at once: on a root host NPROC counts per uid.
  public var concurrentProcesses: UInt64
  /// Halves memory, processor time and the limits of files, for a trial.
  public var isHalved = false

  public init(memoryMiB: UInt64, cpuSeconds: UInt64, isApp: Bool = false, concurrentProcesses: UInt64 = 4) {
    self.memoryMiB = memoryMiB
    self.cpuSeconds = cpuSeconds
    self.isApp = isApp
    self.concurrentProcesses = concurrentProcesses
  }
}

extension LaunchLimits {
  /// One resource limit of the plan.
  struct Value: Hashable, Sendable {
    var resource: UInt32
    var value: UInt64
    /// Its row in `/proc/<pid>/limits`.
    var name: String
  }

  /// The size of the largest file that a confined extension may make, in bytes, unless its container is small.
  static let largestFile: Int64 = 8 << 20

  /// The memory budget that `MemoryWatcher` and the control group enforce, in bytes.
  var memoryBytes: UInt64 { (memoryMiB << 20) / (isHalved ? 2 : 1) }

  /// - Parameter largestFile: the bytes that a file of a confined process may have.
  func values(profile: SandboxProfile, perUID: Bool, largestFile: Int64 = Self.largestFile) -> [Value] {
    let mebibyte: UInt64 = 1 << 20
    let data = max(256, 2 * memoryMiB)
    let fileSize: UInt64 =
      switch profile {
      case .sealed(.compute): 0
      case .sealed(.files): mebibyte
      case .confined: UInt64(largestFile)
      }
    let cpu: UInt64 =
      switch profile {
      case .sealed: cpuSeconds + 1
      case .confined: isApp ? 3600 : 120
      }
    let processes: UInt64 = (isApp ? 64 : 32) * (perUID ? max(1, concurrentProcesses) : 1)
    let share: UInt64 = isHalved ? 2 : 1
    return [
      Value(resource: 0, value: max(1, cpu / share), name: "Max cpu time"),
      Value(resource: 1, value: fileSize / share, name: "Max file size"),
      Value(resource: 2, value: data * mebibyte / share, name: "Max data size"),
      Value(resource: 3, value: 8 * mebibyte, name: "Max stack size"),
      // Core pipe handlers ignore a limit of 0; the kernel treats 1 as "never".
      Value(resource: 4, value: 1, name: "Max core file size"),
      Value(resource: 6, value: processes, name: "Max processes"),
      Value(resource: 7, value: (isApp ? 256 : 64) / share, name: "Max open files"),
      Value(resource: 8, value: 0, name: "Max locked memory"),
      // Not a bound on memory, since runtimes reserve much that they never use. MemoryWatcher ends a process at its
      // budget, and the data limit bounds what it can take until then.
      Value(resource: 9, value: 2048 * mebibyte / share, name: "Max address space"),
      Value(resource: 11, value: 64, name: "Max pending signals"),
      Value(resource: 12, value: 0, name: "Max msgqueue size"),
      Value(resource: 13, value: 0, name: "Max nice priority"),
      Value(resource: 14, value: 0, name: "Max realtime priority"),
    ]
  }
}
