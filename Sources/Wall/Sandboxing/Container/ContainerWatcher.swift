// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
internal import FileTrees
import Glibc
import Synchronization

/// Ends processes while they write more to their container than its budget allows.
///
/// One thread watches all containers of a host. It exists only while a process runs that may write to one, and blocks
/// until such a process makes a watched call. Measurements run in slices, so that a large container doesn't delay the
/// checks of another.
public final class ContainerWatcher: Sendable {
  /// Entries to visit before the other containers get their turn: about a third of a millisecond.
  private static let slice = 256

  private struct State {
    var arrivals: [(ContainerWriter, OpenDirectory, ContainerBudget)] = []
    var isRunning = false
    /// Wakes the thread; present while it runs.
    var alarm: Descriptor?
    var processorTime: Duration = .zero
    var looks = 0
  }
  private let state = Mutex(State())

  public init() {}

  /// Processor time spent on watching, and the number of checks.
  public var cost: (processorTime: Duration, looks: Int) { state.withLock { ($0.processorTime, $0.looks) } }

  /// Whether a container is watched.
  var isRunning: Bool { state.withLock(\.isRunning) }

  /// Watches `process` until it ends.
  ///
  /// - Throws: `LaunchError` if that is not possible; the process must not continue then.
  func watch(_ process: LaunchedProcess, by watch: ContainerWatch) throws(LaunchError) {
    guard let writer = ContainerWriter(process, listener: try watch.listener()) else { return }
    let root: OpenDirectory
    do throws(TreeError) { root = try OpenDirectory(path: watch.path) } catch {
      throw LaunchError(stage: "host", errno: error.errno, message: "the container \(watch.path) can't be watched")
    }
    let alarm = state.withLock { state in
      state.arrivals.append((writer, root, watch.budget))
      return state.alarm
    }
    if let alarm { alarm.signal() } else { try start() }
  }

  private func start() throws(LaunchError) {
    let alarm = try Descriptor.alarm()
    let isRunning = state.withLock { state in
      defer { state.isRunning = true }
      if !state.isRunning { state.alarm = alarm } else { state.alarm?.signal() }
      return state.isRunning
    }
    if isRunning { return }
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let started = unsafe csandbox_start_thread(
      { context in
        // SAFETY: retained above for this thread.
        unsafe Unmanaged<ContainerWatcher>.fromOpaque(context).takeRetainedValue().loop()
      }, context)
    guard started == 0 else {
      unsafe Unmanaged<ContainerWatcher>.fromOpaque(context).release()
      state.withLock {
        $0.isRunning = false
        $0.alarm = nil
        $0.arrivals = []
      }
      throw LaunchError(stage: "host", errno: -started, message: "the watch of containers could not be started")
    }
  }

  private func loop() {
    // The watched processes may keep every core busy. If the kernel refuses, the thread keeps its normal priority.
    _ = csandbox_hasten_thread()
    guard let alarm = state.withLock({ $0.alarm }) else { return }
    var containers = ContainerList()
    var spent = ThreadTime.now
    while true {
      let arrivals = state.withLock { state in
        defer { state.arrivals = [] }
        return state.arrivals
      }
      for (writer, root, budget) in arrivals { containers.add(writer, root, budget) }
      let now = ContinuousClock.now
      var wait: Duration?
      for index in containers.indices {
        guard let next = containers.look(index, at: now, slice: Self.slice) else { continue }
        wait = min(wait ?? .milliseconds(16), next)
      }
      containers.dropEnded()
      let total = ThreadTime.now
      let isOver = state.withLock { state in
        state.looks += 1
        state.processorTime += total - spent
        guard containers.isEmpty, state.arrivals.isEmpty else { return false }
        state.isRunning = false
        state.alarm = nil
        return true
      }
      spent = total
      if isOver { return }
      if containers.isEmpty { continue }
      containers.receive(within: wait, orUntil: alarm)
    }
  }
}

/// The watched containers, one element per directory.
private struct ContainerList: ~Copyable {
  private final class Place {
    var container: WatchedContainer
    init(_ container: consuming WatchedContainer) { self.container = container }
  }
  private var places: [Place] = []

  var indices: Range<Int> { places.indices }
  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ writer: ContainerWriter, _ root: OpenDirectory, _ budget: ContainerBudget) {
    if let known = places.first(where: { $0.container.identity == root.identity }) {
      known.container.add(writer)
    } else {
      let place = Place(WatchedContainer(root, budget: budget))
      place.container.add(writer)
      places.append(place)
    }
  }

  /// Waits for calls and forwards them to their containers.
  ///
  /// - Parameters:
  ///   - patience: `nil` if only a call, the end of a process or the alarm can change anything.
  func receive(within patience: Duration?, orUntil alarm: Descriptor) {
    var ready = [pollfd(fd: alarm.number, events: Int16(POLLIN), revents: 0)]
    let writers = places.flatMap { place in place.container.listening.map { (place, $0) } }
    for (_, writer) in writers { ready.append(pollfd(fd: writer.awaited, events: Int16(POLLIN), revents: 0)) }
    guard unsafe csandbox_poll(&ready, ready.count, patience.map { Int64($0 / .nanoseconds(1)) } ?? -1) > 0 else {
      return
    }
    if ready[0].revents != 0 { alarm.quiet() }
    for (index, (place, writer)) in writers.enumerated() where ready[index + 1].revents != 0 {
      guard ready[index + 1].fd == writer.listener.number else { continue }
      guard ready[index + 1].revents & Int16(POLLIN) != 0 else {
        writer.leaves()
        continue
      }
      if let call = ContainerCall(from: writer.listener) { place.container.take(call, of: writer) }
    }
  }

  /// - Returns: the time until this container needs its next check; `nil` if not before a call.
  func look(_ index: Int, at now: ContinuousClock.Instant, slice: Int) -> Duration? {
    let place = places[index]
    let wait = place.container.look(at: now)
    guard place.container.isMeasuring else { return wait }
    if let excess = place.container.advance(entries: slice) { place.container.end(because: excess) }
    return .zero
  }

  mutating func dropEnded() { places.removeAll { !$0.container.dropEnded() } }
}
