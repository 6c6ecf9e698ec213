// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Synchronization

/// Ends processes that use more memory than their budget. No control group is needed.
///
/// One thread watches all processes of a host. It exists only while there is one. It measures a process that computes
/// often enough to end it soon after it exceeds its budget. While no process computes, the thread sleeps: the kernel
/// wakes it when one has used processor time.
public final class MemoryWatcher: Sendable {
  private struct State {
    var arrivals: [MemoryCandidate] = []
    var isRunning = false
    /// Wakes the thread; present while it runs.
    var alarm: Descriptor?
    var processorTime: Duration = .zero
    var looks = 0
  }
  private let state = Mutex(State())

  public init() {}

  /// Processor time spent on watching, and the number of times that the thread woke up.
  public var cost: (processorTime: Duration, looks: Int) { state.withLock { ($0.processorTime, $0.looks) } }

  var isRunning: Bool { state.withLock(\.isRunning) }

  /// Watches `process` until it ends.
  ///
  /// - Throws: `LaunchError` if that is not possible; the process must not continue then.
  func watch(_ process: LaunchedProcess, budget: Int64) throws(LaunchError) {
    guard let candidate = try MemoryCandidate(process, budget: budget) else { return }
    let alarm = try Descriptor.alarm()
    let isRunning = state.withLock { state in
      state.arrivals.append(candidate)
      if state.isRunning { state.alarm?.signal() } else { state.alarm = alarm }
      defer { state.isRunning = true }
      return state.isRunning
    }
    if isRunning { return }
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let started = unsafe csandbox_start_thread(
      { context in
        // SAFETY: retained above for this thread.
        unsafe Unmanaged<MemoryWatcher>.fromOpaque(context).takeRetainedValue().loop()
      }, context)
    guard started == 0 else {
      unsafe Unmanaged<MemoryWatcher>.fromOpaque(context).release()
      state.withLock { ($0.isRunning, $0.alarm, $0.arrivals) = (false, nil, []) }
      throw LaunchError(stage: "host", errno: -started, message: "the watch of memory could not be started")
    }
  }

  private func loop() {
    // The watched processes may keep every core busy. If the kernel refuses, the thread keeps its normal priority.
    _ = csandbox_put_thread_first()
    guard let alarm = state.withLock({ $0.alarm }) else { return }
    let number = csandbox_timer_events()
    let timers = number >= 0 ? Descriptor(number) : nil
    var processes = WatchedProcesses()
    var spent = ThreadTime.now
    var hasExpired = false
    while true {
      let arrivals = state.withLock { state in
        defer { state.arrivals = [] }
        return state.arrivals
      }
      processes.add(arrivals, timed: timers != nil)
      let wait = processes.look(afterTimer: hasExpired)
      let total = ThreadTime.now
      let isOver = state.withLock { state in
        state.looks += 1
        state.processorTime += total - spent
        guard processes.isEmpty, state.arrivals.isEmpty else { return false }
        (state.isRunning, state.alarm) = (false, nil)
        return true
      }
      spent = total
      if isOver { return }
      hasExpired = processes.sleep(for: wait, orUntil: alarm, timers)
    }
  }
}

/// The watched processes. A process that can't be watched is ended.
private struct WatchedProcesses: ~Copyable {
  private final class Place {
    var process: WatchedProcess
    /// Whether only its timer or its end can change anything.
    var rests = false
    var hasEnded = false
    init(_ process: consuming WatchedProcess) { self.process = process }
  }
  private var places: [Place] = []

  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ arrivals: [MemoryCandidate], timed: Bool) {
    let now = ContinuousClock.now
    for candidate in arrivals {
      if timed, let process = WatchedProcess(candidate, at: now) {
        places.append(Place(process))
      } else {
        candidate.process?.kill()
      }
    }
  }

  /// - Parameter afterTimer: whether a timer has expired. The event doesn't tell whose, so every process is looked at,
  ///   otherwise only those that compute.
  /// - Returns: the time until the next look; `nil` if only an event can change anything.
  mutating func look(afterTimer: Bool) -> Duration? {
    places.removeAll { $0.hasEnded || $0.process.isAbandoned }
    let now = ContinuousClock.now
    var wait: Duration?
    for place in places where afterTimer || !place.rests {
      let next = place.process.look(at: now)
      place.rests = next == nil
      if let next { wait = min(wait ?? next, next) }
    }
    return wait
  }

  /// - Returns: whether a timer has expired.
  func sleep(for wait: Duration?, orUntil alarm: Descriptor, _ timers: Descriptor?) -> Bool {
    var ready = [alarm.number, timers?.number ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    for place in places { ready.append(pollfd(fd: place.process.pidfd.number, events: Int16(POLLIN), revents: 0)) }
    _ = unsafe csandbox_poll(&ready, ready.count, wait.map { Int64($0 / .nanoseconds(1)) } ?? -1)
    for (place, event) in zip(places, ready.dropFirst(2)) where event.revents != 0 { place.hasEnded = true }
    if ready[0].revents != 0 { alarm.quiet() }
    guard ready[1].revents != 0 else { return false }
    timers?.drain()
    return true
  }
}
