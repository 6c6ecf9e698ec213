// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// Starts extensions in the kernel sandbox (`sandbox.md#layers`).
public final class Launcher: Sendable {
  /// The launcher program, `sallyport-launch`.
  public let launcherPath: String
  private let landlockABI: Int32
  private let controlGroup: ControlGroup?
  private let roll: ProcessRegistry?
  private let census = ViewCensus()
  private let keepsWarm: Bool
  private let warm = WarmLauncherSlot()
  private let network = SpareNetwork()
  /// Ends processes that exceed their container's budget.
  public let watcher: ContainerWatcher
  /// Ends processes that exceed their memory budget.
  public let memoryWatcher: MemoryWatcher
  /// The timeout for a launch in milliseconds. A launch normally takes a few.
  private static let patience: Int32 = 30_000

  /// Checks the launcher program once (H1, H2).
  ///
  /// The host becomes non-dumpable, so that no process of its user can read its memory.
  ///
  /// - Parameters:
  ///   - controlGroup: a delegated subtree in which each launch gets a leaf, if there is one.
  ///   - roll: the registry that records running processes on disk, for a host that restarts.
  ///   - watcher: enforces the budgets of running processes' containers; hosts on one machine may share it.
  ///   - memoryWatcher: enforces the memory budgets of running processes, likewise.
  ///   - keepsWarm: from the first launch on, keep the next launcher started in advance: a launch then takes about two
  ///     thirds of the time, and one small process waits.
  public init(
    launcherPath: String, controlGroup: ControlGroup? = nil, roll: ProcessRegistry? = nil, keepsWarm: Bool = false,
    watcher: ContainerWatcher = ContainerWatcher(), memoryWatcher: MemoryWatcher = MemoryWatcher()
  ) throws(LaunchError) {
    self.watcher = watcher
    self.memoryWatcher = memoryWatcher
    guard let path = FileSystem.resolved(launcherPath) else {
      throw LaunchError(
        stage: "host", errno: ENOENT, message: "the launcher \(launcherPath) does not exist",
        remedy: "Install sallyport-launch beside the host program.")
    }
    try Self.checkLauncher(path)
    guard csandbox_children_are_ignored() == 0 else {
      throw LaunchError(
        stage: "host", errno: 0, message: "SIGCHLD is ignored, so extensions could not be reaped",
        remedy: "Set SIGCHLD to its default before the host starts.")
    }
    _ = csandbox_set_dumpable(0)
    self.launcherPath = path
    self.controlGroup = controlGroup
    self.roll = roll
    self.keepsWarm = keepsWarm
    landlockABI = csandbox_landlock_abi()
  }

  deinit { warm.close() }

  /// The kernel's Landlock ABI; `nil` without Landlock.
  public var landlockVersion: Int32? { landlockABI > 0 ? landlockABI : nil }

  /// Starts an extension and returns once its program has been executed.
  public func launch(_ specification: LaunchSpecification) throws(LaunchError) -> LaunchedProcess {
    let begun = begin(specification)
    var plan: LaunchPlan
    do throws(LaunchError) { plan = try self.plan(for: specification) } catch {
      begun?.finish()?.dismiss()
      throw error
    }
    if begun != nil && plan.mode == .root && plan.namespaces.contains(.ownNetworkNamespace) {
      plan.network = network.take()
    }
    let process = try launch(retrying: plan, with: begun)
    do throws(LaunchError) {
      try memoryWatcher.watch(process, budget: Int64(specification.limits.memoryBytes))
      if let watch = plan.watch { try watcher.watch(process, by: watch) }
      if let socket = plan.refusals {
        process.count(try RefusedCalls(at: try socket.listener(for: "the process")))
      }
    } catch {
      process.close()
      throw error
    }
    return process
  }

  /// Starts a launcher while the plan is built, unless one is already waiting.
  private func begin(_ specification: LaunchSpecification) -> Begun<WarmLauncher>? {
    guard specification.wire == .fileDescriptors, warm.isWanted else { return nil }
    if geteuid() == 0 && !specification.acceptedMissing.contains(.ownNetworkNamespace) { network.prepare() }
    return Begun(on: .spawn) { [launcherPath] in try? WarmLauncher(launcherPath: launcherPath) }
  }

  private func plan(for specification: LaunchSpecification) throws(LaunchError) -> LaunchPlan {
    var plan = try PlanBuilder(specification, landlockABI: landlockABI).build()
    if let controlGroup {
      let leaf = try controlGroup.leaf(
        memoryBytes: specification.limits.memoryBytes, isSealed: specification.profile != .confined)
      plan.group = (leaf, try leaf.open())
    }
    return plan
  }

  private func launch(
    retrying plan: LaunchPlan, with begun: Begun<WarmLauncher>?
  ) throws(LaunchError) -> LaunchedProcess {
    let bytes = plan.encoded()
    var begun = begun
    for _ in 0..<4 {
      do {
        return try launch(plan: plan, bytes: bytes, with: begun.take())
      } catch  where error.stage == "exec" && error.errno == ETXTBSY {
        // A child that another thread is spawning right now holds the write descriptor of a new copy until its exec.
        // Nothing has run in the plan's network namespace, so the next attempt may use it.
        usleep(10_000)
      }
    }
    return try launch(plan: plan, bytes: bytes)
  }

  /// Starts a program **without any sandbox**: for benchmarks and tests of the wire, never for third-party programs.
  package func launchUnconfined(
    executable: String, arguments: [String] = [], environment: [String] = ["SALLYPORT_WIRE=3:4"]
  ) throws(LaunchError) -> LaunchedProcess {
    let pipes = try LaunchPipes()
    let ends = try pipes.childEnds(wire: .fileDescriptors)
    let pid = try spawn(executable, ends.map(\.number), holding: ends) { numbers, pid in
      unsafe Self.withCStrings([executable] + arguments) { argv in
        unsafe Self.withCStrings(environment) { envp in
          unsafe csandbox_spawn_unconfined(executable, argv, envp, numbers, numbers.count, &pid)
        }
      }
    }
    return try pipes.process(pid: pid, plan: nil, roll: roll)
  }
}

// MARK: - Launching

extension Launcher {
  /// Sends a launcher these plan bytes and reads its status records.
  ///
  /// - Parameter begun: a launcher that was started for this launch.
  func launch(
    plan: LaunchPlan, bytes: [UInt8], with begun: Begun<WarmLauncher>? = nil
  ) throws(LaunchError) -> LaunchedProcess {
    let memory = unsafe csandbox_sealed_memory(bytes, bytes.count)
    guard memory >= 0 else {
      begun?.finish()?.dismiss()
      throw LaunchError(stage: "host", errno: -memory, message: "the plan could not be written")
    }
    let sealed = Descriptor(memory)
    defer { warmUp(after: plan) }
    if let warm = begun?.finish() ?? takeWarm(for: plan) {
      if !warm.take(plan, memory: sealed) {
        warm.dismiss()
      } else if let process = try follow(warm.status, launcher: warm.pid, plan: plan, pipes: warm.pipes) {
        return process
      }
      // A warm launcher killed before it reads the plan reports no status, so start a new one.
    }
    let pipes = try LaunchPipes()
    let started = try start(plan: plan, sealed: sealed, pipes: pipes)
    guard let process = try follow(started.status, launcher: started.launcher, plan: plan, pipes: pipes) else {
      throw LaunchError(stage: "host", errno: 0, message: "the launcher exited without reporting a status")
    }
    return process
  }

  /// Takes the waiting launcher, whose descriptors are those of the default wire.
  private func takeWarm(for plan: LaunchPlan) -> WarmLauncher? {
    plan.wire == .fileDescriptors ? warm.take { $0.namespaces.isSubset(of: plan.namespaces) } : nil
  }

  /// Starts the next launcher, or creates the next network namespace, while the new extension starts up.
  private func warmUp(after plan: LaunchPlan) {
    guard keepsWarm else {
      if plan.network != nil { network.prepare() }
      return
    }
    HostThread.spawn.soon { [warm, launcherPath] in
      // If that fails, the next launch starts its own launcher and reports the error.
      guard warm.isWanted, let next = try? WarmLauncher(launcherPath: launcherPath, after: plan) else { return }
      warm.put(next)
    }
  }

  /// Starts the launcher and closes the host's copies of its ends, so that the status pipe can reach end of file.
  private func start(
    plan: LaunchPlan, sealed: Descriptor, pipes: LaunchPipes
  ) throws(LaunchError) -> (status: Descriptor, launcher: Int32) {
    let status = try Descriptor.pipe()
    let ends = try pipes.childEnds(wire: plan.wire)
    var sources = ends.map(\.number)
    while sources.count < 5 { sources.append(-1) }
    sources += [sealed.number, status.write.number] + plan.listedDescriptors
    let path = launcherPath
    let launcher = try spawn(path, sources, holding: ends + [sealed, status.write]) { numbers, pid in
      unsafe csandbox_spawn(path, numbers, numbers.count, &pid)
    }
    return (status.read, launcher)
  }

  /// Runs `body` on the spawn thread with descriptors that don't overlap their targets.
  private func spawn(
    _ program: String, _ sources: [Int32], holding owners: [Descriptor],
    _ body: @escaping @Sendable ([Int32], inout pid_t) -> Int32
  ) throws(LaunchError) -> Int32 {
    let targets = try SpawnTargets(sources, holding: owners)
    return try HostThread.spawn.run { () -> Result<Int32, LaunchError> in
      do throws(LaunchError) { return .success(try targets.spawn(program, body)) } catch { return .failure(error) }
    }.get()
  }

  /// Reads status records. End of file after "handed over" without "failed" means that the program was executed.
  ///
  /// - Returns: `nil` if the launcher exited without reporting a status.
  private func follow(
    _ status: Descriptor, launcher: Int32, plan: LaunchPlan, pipes: LaunchPipes
  ) throws(LaunchError) -> LaunchedProcess? {
    var failure: LaunchError?
    var process: LaunchedProcess?
    while true {
      var record = csandbox_status()
      let result = unsafe csandbox_read_status(status.number, &record, Self.patience)
      if result == 0 { break }
      guard result == 1 else {
        failure = LaunchError(stage: "host", errno: -result, message: "the launcher did not finish")
        break
      }
      if record.kind == CSANDBOX_STATUS_HANDED_OVER {
        process = try pipes.process(pid: record.value, plan: plan, roll: roll, census: census)
      } else {
        // Both the launcher and its child may report a failure; the first record has the cause.
        failure = failure ?? LaunchError(record)
      }
    }
    if process == nil && failure?.errno == ETIMEDOUT { _ = Glibc.kill(launcher, SIGKILL) }
    // In a flat launch the launcher becomes the extension, which is reaped later.
    if process?.pid != launcher { _ = csandbox_wait_pid(launcher) }
    if let failure {
      process?.close()
      throw failure
    }
    return process
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe copies.withUnsafeBufferPointer { unsafe body($0.baseAddress.unsafelyUnwrapped) }
  }

  /// Checks that only the host's user and root can replace the launcher (H2).
  private static func checkLauncher(_ path: String) throws(LaunchError) {
    var current = Substring(path)
    while true {
      let name = current.isEmpty ? "/" : String(current)
      guard let status = FileSystem.status(name) else {
        throw LaunchError(stage: "host", errno: errno, message: "\(name) has no status")
      }
      let isFile = current.count == path.count
      let isSticky = status.st_mode & S_ISVTX != 0 && !isFile
      let others = status.st_mode & (S_IWGRP | S_IWOTH) != 0 && !isSticky
      guard status.st_uid == 0 || status.st_uid == geteuid(), !others,
        !isFile || status.st_mode & (S_ISUID | S_ISGID) == 0
      else {
        throw LaunchError(
          stage: "host", errno: 0, message: "\(name) is set-id or can be written by another user",
          remedy: "Install the launcher where only you or root can write.")
      }
      if current.isEmpty { return }
      current = current[..<(current.lastIndex(of: "/") ?? current.startIndex)]
    }
  }
}
