// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc

/// One container that running processes may write to.
///
/// No process can make an entry or open a file for writing without the host's permission (`WatchedCalls`), so the
/// container's contents stay within a bound even if the check comes late. At the bound, calls block until a walk has
/// measured the contents while the processes are stopped.
///
/// Kernel counters show earlier that a process has written more than its budget; the host then ends it.
struct WatchedContainer: ~Copyable {
  private let root: OpenDirectory
  private let budget: ContainerBudget
  private var writers: [ContainerWriter] = []
  /// Bytes written by each process when the last measurement began.
  private var baselines: [Int32: Int64] = [:]
  /// The result of the last measurement.
  private var bytes: Int64 = 0
  private var entries = 0
  private var volume: VolumeSignal?
  private var measuredAt: ContinuousClock.Instant?
  private var measurement: ContainerMeasurement?
  private var isPaused = false
  /// Whether another measurement is needed: a process has joined, or the last attempt failed.
  private var isStale = true
  private var allowance: ContainerAllowance?
  /// Calls that wait for a measurement.
  private var waiting: [(call: ContainerCall, writer: ContainerWriter)] = []
  /// Threads whose calls waited for the last measurement, which decides those calls even if the thread repeated them.
  private var served: Set<Int32> = []
  /// The bytes by which files could still grow when the running measurement began; `nil` if processes run during it.
  private var growth: Int64?
  /// The result of the last walk during which nothing changed, and the counters at its start.
  private var standing: (bytes: Int64, volume: VolumeSignal, written: [Int32: Int64])?
  /// Whether a watched call was ever made.
  private var isWrittenTo = false

  init(_ root: OpenDirectory, budget: ContainerBudget) {
    self.root = root
    self.budget = budget
  }

  var identity: FileIdentity { root.identity }
  var isMeasuring: Bool { measurement != nil }

  mutating func add(_ writer: ContainerWriter) {
    writers.append(writer)
    isStale = true
    if isPaused { writer.pause() }
  }

  /// The processes whose calls must be received.
  var listening: [ContainerWriter] { writers }

  /// Allows a call, refuses it, or keeps it until the container is measured.
  mutating func take(_ call: ContainerCall, of writer: ContainerWriter) {
    isWrittenTo = true
    if !decide(call, of: writer) { waiting.append((call, writer)) }
  }

  /// - Returns: whether the present information allowed a decision.
  private mutating func decide(_ call: ContainerCall, of writer: ContainerWriter) -> Bool {
    guard let allowance else { return false }
    if allowance.admits(call) {
      if call.answer(at: writer.listener) { self.allowance?.charge(call) }
      return true
    }
    guard allowance.isFresh, served.contains(call.thread) else { return false }
    if call.answer(EDQUOT, at: writer.listener) { served.remove(call.thread) }
    return true
  }

  /// - Returns: whether any process is left that may write.
  mutating func dropEnded() -> Bool {
    writers.removeAll { writer in
      let runs = writer.runs
      if !runs {
        baselines[writer.pid] = nil
        // Only the next walk counts what it wrote.
        standing = nil
      }
      return !runs
    }
    waiting.removeAll { entry in !writers.contains { $0 === entry.writer } }
    return !writers.isEmpty
  }

  /// Compares the counters with the budget.
  ///
  /// - Returns: the time until the next check; `nil` if none is needed before a call.
  mutating func look(at now: ContinuousClock.Instant) -> Duration? {
    if isMeasuring { return .zero }
    if !waiting.isEmpty { return stillness(now) }
    if !isWrittenTo { return nil }
    let moved = movement()
    let possible = (bytes: bytes + moved.bytes, entries: Int64(entries) + moved.entries)
    if possible.bytes > budget.bytes || possible.entries > Int64(budget.entries) {
      if !isStale { pause() }
      begin(now)
      return .zero
    }
    if isStale || isDue(now, moved) {
      begin(now)
      return .zero
    }
    // Check again before the contents can exceed the budget by an eighth, at the highest rates observed on a disk
    // cache.
    let byBytes = Double(budget.bytes * 9 / 8 - possible.bytes) / Self.bytesPerSecond
    let byEntries = Double(Int64(budget.entries * 9 / 8) - possible.entries) / Self.entriesPerSecond
    return .seconds(min(max(min(byBytes, byEntries), 0.0005), 0.008))
  }

  /// Stops the writers and, once they have stopped, decides the waiting calls or begins a measurement.
  private mutating func stillness(_ now: ContinuousClock.Instant) -> Duration {
    let isAlone = writers.count == 1 && writers[0].hasOneThread
    if !isAlone && !isPaused { pause() }
    guard isAlone || writers.allSatisfy(\.stands) else { return .microseconds(100) }
    guard let growth = possibleGrowth() else {
      refuse()
      return .zero
    }
    if extend(growth) { return .zero }
    begin(now)
    self.growth = growth
    return .zero
  }

  /// Decides without a walk: adds what was written since the last one, as if nothing had been overwritten.
  ///
  /// - Returns: whether that allowed all waiting calls.
  private mutating func extend(_ growth: Int64) -> Bool {
    guard var next = allowance, let standing, let now = VolumeSignal(root), !now.isInMemory else { return false }
    var written: Int64 = 0
    for writer in writers {
      guard let sum = writer.written, let baseline = standing.written[writer.pid] else { return false }
      written += sum - baseline
    }
    written = max(written, standing.volume.freeBytes - now.freeBytes)
    next.extend(bytes: standing.bytes + written, growth: growth)
    var trial = next
    for (call, _) in waiting {
      guard trial.admits(call) else { return false }
      trial.charge(call)
    }
    allowance = next
    decideAll()
    if waiting.isEmpty { resume() }
    return true
  }

  private static let bytesPerSecond = 8e9
  private static let entriesPerSecond = 4e5

  /// Upper bounds on what was added since the last measurement began.
  private func movement() -> (bytes: Int64, entries: Int64, isSeen: Bool) {
    let now = VolumeSignal(root)
    let fallen = max(0, (volume?.freeBytes ?? 0) - (now?.freeBytes ?? 0))
    let inodes = volume?.freeInodes.flatMap { before in now?.freeInodes.map { max(0, before - $0) } }
    var written: Int64? = now?.isInMemory == true ? nil : 0
    for writer in writers {
      written = written.flatMap { sum in writer.written.map { sum + $0 - baselines[writer.pid, default: 0] } }
    }
    return (written ?? fallen, inodes ?? 0, inodes != nil && (written != nil || now?.isInMemory == true))
  }

  /// Counters miss some changes: nesting, other programs freeing space, file systems without inode counts.
  private func isDue(_ now: ContinuousClock.Instant, _ moved: (bytes: Int64, entries: Int64, isSeen: Bool)) -> Bool {
    guard let measuredAt else { return true }
    let age = now - measuredAt
    return moved.isSeen ? (moved.bytes > 0 || moved.entries > 0) && age > .seconds(1) : age > .milliseconds(50)
  }

  private mutating func begin(_ now: ContinuousClock.Instant) {
    isStale = false
    growth = nil
    measuredAt = now
    // Read before the walk, so that what is written during it counts twice rather than not at all.
    volume = VolumeSignal(root)
    for writer in writers { baselines[writer.pid] = writer.written }
    do throws(TreeError) { measurement = try ContainerMeasurement(of: root, budget: budget, allowsSpecial: true) } catch
    {
      // The host is short of descriptors or memory; the next check tries again.
      isStale = true
      resume()
    }
  }

  /// Continues the measurement for `count` entries.
  ///
  /// - Returns: the exceeded budget, once known.
  mutating func advance(entries count: Int) -> ContainerBudget.Excess? {
    guard var running = measurement.take() else { return nil }
    do throws(TreeError) {
      if try running.advance(entries: count) {
        measurement = consume running
        return nil
      }
    } catch {
      isStale = true
      resume()
      return nil
    }
    if let excess = running.excess { return excess }
    entries = running.entries
    let removed = nameless()
    bytes = removed.map { running.bytes + $0 } ?? max(bytes, running.bytes)
    if bytes > budget.bytes { return .bytes(limit: budget.bytes) }
    if removed == nil { refuse() } else if let growth { settle(growth) }
    if waiting.isEmpty { resume() }
    return nil
  }

  /// Decides the calls that waited for this measurement.
  private mutating func settle(_ growth: Int64) {
    allowance = ContainerAllowance(bytes: bytes, growth: growth, entries: entries, budget: budget)
    standing = volume.map { (bytes, $0, baselines) }
    decideAll()
  }

  private mutating func decideAll() {
    served = Set(waiting.map(\.call.thread))
    let calls = waiting
    waiting = []
    for (call, writer) in calls where !decide(call, of: writer) { waiting.append((call, writer)) }
  }

  /// Refuses the waiting calls: what the processes could still write can't be told, so there is no room until it can.
  private mutating func refuse() {
    (allowance, standing) = (nil, nil)
    for (call, writer) in waiting { _ = call.answer(EDQUOT, at: writer.listener) }
    waiting = []
    resume()
  }

  /// The bytes by which files can still grow; `nil` if unknown for a process that runs.
  private func possibleGrowth() -> Int64? {
    sum { $0.growth(on: identity.device, largestFile: budget.largestFileBlocks) }
  }

  /// The bytes of removed files that are still held; `nil` if unknown for a process that runs.
  private func nameless() -> Int64? { sum { $0.nameless(on: identity.device, largestFile: budget.largestFile) } }

  private func sum(_ bytes: (HeldFiles) -> [UInt64: Int64]) -> Int64? {
    var files: [UInt64: Int64] = [:]
    for writer in writers {
      guard let held = writer.files else { return nil }
      files.merge(bytes(held)) { max($0, $1) }
    }
    return files.values.reduce(0, +)
  }

  /// Ends every process that may write to this container.
  mutating func end(because excess: ContainerBudget.Excess) {
    for writer in writers { writer.end(because: excess) }
    writers = []
    waiting = []
  }

  private mutating func pause() {
    isPaused = true
    for writer in writers { writer.pause() }
  }

  private mutating func resume() {
    guard isPaused else { return }
    isPaused = false
    for writer in writers { writer.resume() }
  }
}
