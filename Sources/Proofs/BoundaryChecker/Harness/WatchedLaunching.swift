// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import Glibc
internal import ProcessSupervision

/// Launches a program and records the traffic on its pipes.
final class WatchedLaunching: ExtensionLaunching {
  private let inner: any ExtensionLaunching
  private let program: String
  private let point: ExtensionPoint
  private let watch: ProgramWatch?
  private let change: (WireValue) -> WireValue
  private let tell: (Crossing) -> Void

  /// - Parameters:
  ///   - watch: the record of the family's own programs; `nil` for a stub.
  ///   - change: returns the value to send in place of each value to the program.
  init(
    _ inner: any ExtensionLaunching, program: String, point: ExtensionPoint, watch: ProgramWatch?,
    change: @escaping (WireValue) -> WireValue, tell: @escaping (Crossing) -> Void
  ) {
    self.watch = watch
    self.inner = inner
    self.program = program
    self.point = point
    self.change = change
    self.tell = tell
  }

  var clock: DeadlineClock { inner.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    let tell: (Crossing.Event) -> Void = { [program, point, tell] event in
      tell(Crossing(program: program, point: point, event: event))
    }
    do throws(LaunchFailure) {
      if watch?.timeLeft(for: program) == .zero { throw Self.givenUp }
      let child = WatchedChild(
        try inner.launch(), isSealed: point.isSealed, watch: watch.map { ($0, program) }, change: change, tell: tell)
      watch?.launched(program, grade: child.grade)
      tell(.launched)
      return child
    } catch {
      tell(.notLaunched(error == Self.givenUp ? error.message : "did not start: \(error.message)"))
      throw error
    }
  }

  private static let givenUp = LaunchFailure(
    stage: "check", errno: 0, message: "gave no answer in all the time that the check waits for a program")
}

/// Selects at each launch which program runs.
final class SwitchedLaunching: ExtensionLaunching {
  private let choose: () -> any ExtensionLaunching

  init(_ choose: @escaping () -> any ExtensionLaunching) { self.choose = choose }

  var clock: DeadlineClock { choose().clock }
  func launch() throws(LaunchFailure) -> any ExtensionChild { try choose().launch() }
}

/// A process whose own exit is observed before the host kills it.
///
/// SAFETY: `@unchecked Sendable` because a host is one thread and only it uses its children.
private final class WatchedChild: ExtensionChild, @unchecked Sendable {
  /// The time that a sealed process has to exit by itself after the end of its input, before the host's kill makes all
  /// exits alike. Without this time an exit status could not be observed as a channel.
  private static let grace = Duration.milliseconds(60)

  let channel: any MessageChannel
  private let inner: any ExtensionChild
  private let listener: WatchedChannel
  private let isSealed: Bool
  private let tell: (Crossing.Event) -> Void
  private var ending = Ending(ownExit: nil, logBytes: 0, log: [], differences: [], measure: nil)
  private var isKilled = false

  init(
    _ inner: any ExtensionChild, isSealed: Bool, watch: (ProgramWatch, String)?,
    change: @escaping (WireValue) -> WireValue, tell: @escaping (Crossing.Event) -> Void
  ) {
    self.inner = inner
    self.isSealed = isSealed
    self.tell = tell
    listener = WatchedChannel(
      inner.channel, processID: inner.processID, isMeasured: isSealed, watch: watch, change: change, tell: tell)
    channel = listener
  }

  var processID: Int32 { inner.processID }
  var grade: String { inner.grade }

  func kill() {
    if isSealed, !isKilled, inner.processID != 0 {
      inner.channel.closeSending()
      ending.ownExit = inner.waitForExit(atMost: Self.grace)
    }
    isKilled = true
    inner.kill()
  }

  func holdStill() -> Bool { inner.holdStill() }
  func letGo() { inner.letGo() }
  func move(to cores: [Int]) -> [Int]? { inner.move(to: cores) }

  func waitForExit(atMost timeout: Duration) -> ChildExit? {
    let exit = inner.waitForExit(atMost: timeout)
    if !isKilled, let exit { ending.ownExit = exit }
    return exit
  }

  func log() -> CapturedLog { inner.log() }

  func sealDifferences() -> [String] {
    ending.differences = inner.sealDifferences()
    return ending.differences
  }

  func release() {
    let log = inner.log()
    (ending.logBytes, ending.log, ending.measure) = (log.total, log.bytes, listener.measure)
    ending.refused = inner.refusedCalls
    tell(.ended(ending))
    inner.release()
  }
}

/// Records the host's end of the pipes.
///
/// SAFETY: see ``WatchedChild``.
private final class WatchedChannel: MessageChannel, @unchecked Sendable {
  private let inner: any MessageChannel
  /// 0 for a stub.
  private let processID: Int32
  private let isMeasured: Bool
  private let watch: (record: ProgramWatch, program: String)?
  private let change: (WireValue) -> WireValue
  private let tell: (Crossing.Event) -> Void
  private var isPlaced = false
  /// Whether a callback was sent, so that the next line can answer it.
  private var isAsked = false
  private var sentAt: MonotonicTime?
  /// The program's request that the host is working on.
  private var asked: (id: WireValue, method: String, at: MonotonicTime)?
  private var queuedBefore: Int64 = 0
  private(set) var measure: Measure?

  init(
    _ inner: any MessageChannel, processID: Int32, isMeasured: Bool, watch: (ProgramWatch, String)?,
    change: @escaping (WireValue) -> WireValue, tell: @escaping (Crossing.Event) -> Void
  ) {
    self.watch = watch
    self.inner = inner
    self.processID = processID
    self.isMeasured = isMeasured && processID != 0
    self.change = change
    self.tell = tell
  }

  var limits: ChannelLimits {
    get { inner.limits }
    set { inner.limits = newValue }
  }

  func send(_ value: WireValue, deadline: MonotonicTime?) throws(SendError) -> [UInt8] {
    let value = change(value)
    isAsked = isAsked || value.isCallback
    noteAnswer(value)
    tell(.toProgram(value))
    if isMeasured { queuedBefore = ProcessCost(of: processID).queued }
    let bytes = try inner.send(value, deadline: deadline)
    sentAt = .now
    return bytes
  }

  func send(all values: [WireValue], deadline: MonotonicTime?) throws(SendError) {
    let values = values.map(change)
    isAsked = isAsked || values.contains(where: \.isCallback)
    for value in values { tell(.toProgram(value)) }
    try inner.send(all: values, deadline: deadline)
    sentAt = .now
  }

  private func noteAnswer(_ value: WireValue) {
    guard case .object(let line) = value, line["method"] == nil, let asked, line["id"] == asked.id else { return }
    tell(.answered(method: asked.method, nanoseconds: MonotonicTime.now.nanoseconds - asked.at.nanoseconds))
    self.asked = nil
  }

  private func noteRequest(_ value: WireValue) {
    guard case .object(let line) = value, case .string(let method)? = line["method"], let id = line["id"] else {
      return
    }
    asked = (id, method, .now)
  }

  func receiveLine(deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine {
    do {
      let line = try receive(by: deadline)
      if processID != 0, !isPlaced {
        isPlaced = true
        tell(.placed(Surroundings(of: processID)))
      }
      if isMeasured, let sentAt {
        let reply = MonotonicTime.now.nanoseconds - sentAt.nanoseconds
        let cost = ProcessCost(of: processID)
        // Waiting for a processor depends on the machine, and on a busy one would hide the program's own time.
        measure = Measure(
          reply: max(0, reply - (cost.queued - queuedBefore)), processor: cost.processor, faults: cost.faults)
      }
      tell(.fromProgram(line.value))
      noteRequest(line.value)
      return line
    } catch {
      switch error {
      case .violation(_, let line): tell(.garbled(line))
      case .halfLine(let count): tell(.garbled(Array("half a line of \(count) bytes".utf8)))
      case .timedOut, .endOfFile, .failed: break
      }
      throw error
    }
  }

  /// Waits no longer than the check still waits for a program that has never answered.
  private func receive(by deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine {
    guard let watch, let left = watch.record.timeLeft(for: watch.program) else {
      return try receiveUnlessResting(by: deadline)
    }
    let (start, end) = (MonotonicTime.now, MonotonicTime.after(left))
    let sooner = deadline.map { $0.nanoseconds < end.nanoseconds ? $0 : end } ?? end
    defer { watch.record.waited(for: watch.program, .now - start) }
    let line = try receiveUnlessResting(by: sooner)
    if isAsked { watch.record.answered(watch.program) }
    return line
  }

  /// Waits for a sealed program's reply only while it can still come. To the family and the person, an end without a reply
  /// and a missed deadline are the same (PRIV-SE6).
  private func receiveUnlessResting(by deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine {
    guard isMeasured, isAsked else { return try inner.receiveLine(deadline: deadline) }
    while true {
      let next = MonotonicTime.after(Self.pause)
      guard deadline == nil || deadline.map({ next.nanoseconds < $0.nanoseconds }) == true else {
        return try inner.receiveLine(deadline: deadline)
      }
      do throws(ReceiveError) {
        return try inner.receiveLine(deadline: next)
      } catch .timedOut {
        if inner.unreadByteCount == 0, RestingProcess(processID).isResting { throw .endOfFile }
      }
    }
  }

  /// The time between two looks at a program that has not answered yet.
  private static let pause = Duration.milliseconds(30)

  var unreadByteCount: Int { inner.unreadByteCount }
  func closeSending() { inner.closeSending() }
  func close() { inner.close() }
}

extension WireValue {
  fileprivate var isCallback: Bool {
    if case .object(let line) = self { line["method"] == "perform" } else { false }
  }
}

/// The resources that a process has used so far, as the kernel reports them to its parent.
private struct ProcessCost {
  private(set) var processor: Int64 = 0
  /// Nanoseconds ready to run but not running.
  private(set) var queued: Int64 = 0
  private(set) var faults: Int64 = 0

  init(of processID: Int32) {
    guard let directory = opendir("/proc/\(processID)/task") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.first?.isNumber == true else { continue }
      // "time on a processor in ns, time waiting, slices"
      let words = Self.read("/proc/\(processID)/task/\(name)/schedstat").split(separator: " ")
      guard words.count > 1 else { continue }
      processor += Int64(words[0]) ?? 0
      queued += Int64(words[1]) ?? 0
    }
    let status = Self.read("/proc/\(processID)/stat")
    // The name may contain anything; minflt is the eighth field after it.
    let words = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
    faults = words.count > 8 ? Int64(words[8]) ?? 0 : 0
  }

  private static func read(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
