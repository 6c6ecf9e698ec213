// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
import Glibc

/// One container that running processes may write to.
///
/// Counters of the kernel bound from above what it may hold by now. When they reach the budget the processes stand
/// still until a walk has found out what it does hold.
struct WatchedContainer: ~Copyable {
  private let root: OpenDirectory
  private let budget: ContainerBudget
  private var writers: [ContainerWriter] = []
  /// What each had written when the last measurement began.
  private var baselines: [Int32: Int64] = [:]
  /// What the last measurement found.
  private var bytes: Int64 = 0
  private var entries = 0
  private var volume: VolumeSignal?
  private var measuredAt: ContinuousClock.Instant?
  private var measurement: ContainerMeasurement?
  private var isPaused = false
  /// Whether a further measurement is due, since a process has joined.
  private var isStale = true

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

  /// - Returns: whether a process is left that may write.
  mutating func dropEnded() -> Bool {
    writers.removeAll { writer in
      let runs = writer.runs
      if !runs { baselines[writer.pid] = nil }
      return !runs
    }
    return !writers.isEmpty
  }

  /// Compares the counters with the budget.
  ///
  /// - Returns: for how long nothing needs to be looked at.
  mutating func look(at now: ContinuousClock.Instant) -> Duration {
    if isMeasuring { return .zero }
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
    // An eighth beyond the budget may be reached before the next look, at the fastest that was seen on a disk cache.
    let byBytes = Double(budget.bytes * 9 / 8 - possible.bytes) / Self.bytesPerSecond
    let byEntries = Double(Int64(budget.entries * 9 / 8) - possible.entries) / Self.entriesPerSecond
    return .seconds(min(max(min(byBytes, byEntries), 0.0005), 0.008))
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

  /// Counters don't see everything: nesting, a neighbour that gives room back, file systems without inode counts.
  private func isDue(_ now: ContinuousClock.Instant, _ moved: (bytes: Int64, entries: Int64, isSeen: Bool)) -> Bool {
    guard let measuredAt else { return true }
    let age = now - measuredAt
    return moved.isSeen ? (moved.bytes > 0 || moved.entries > 0) && age > .seconds(1) : age > .milliseconds(50)
  }

  private mutating func begin(_ now: ContinuousClock.Instant) {
    isStale = false
    measuredAt = now
    // Before the walk: what is written during it counts twice rather than not at all.
    volume = VolumeSignal(root)
    for writer in writers { baselines[writer.pid] = writer.written }
    do throws(TreeError) { measurement = try ContainerMeasurement(of: root, budget: budget, allowsSpecial: true) } catch
    {
      // The host's own want of descriptors or memory: the next look tries again.
      isStale = true
      resume()
    }
  }

  /// Goes on measuring for `count` entries.
  ///
  /// - Returns: the budget that is exceeded, once that is known.
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
    bytes = running.bytes + nameless()
    if bytes > budget.bytes { return .bytes(limit: budget.bytes) }
    resume()
    return nil
  }

  private func nameless() -> Int64 {
    var files: [UInt64: Int64] = [:]
    for writer in writers {
      files.merge(writer.nameless(on: identity.device, largestFile: LaunchLimits.largestFile)) { max($0, $1) }
    }
    return files.values.reduce(0, +)
  }

  /// Ends every process that may write to it.
  mutating func end(because excess: ContainerBudget.Excess) {
    for writer in writers { writer.end(because: excess) }
    writers = []
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
