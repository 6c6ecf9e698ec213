// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Synchronization

@testable import ExtensionTransport
@testable import ProcessSupervision

/// A process with scripted answers, on a clock that advances only while the host waits. It records each call of the host
/// with its deadline.
final class PlayedProcess: ExtensionLaunching {
  /// The result of the host's next receive or send. Sends take only the `refuses` turns, in their own order.
  enum Turn: Sendable {
    /// A message; `$` stands for the id of the host's last request.
    case says(WireValue)
    case breaks(LineViolation.Kind, String)
    case closes
    /// Nothing until the host stops waiting.
    case silent
    /// The host's next message can't be sent.
    case refuses(SendError)
  }

  let notes = Notes()
  private let turns: [Turn]
  private let exit: ChildExit?
  private let unread: Int
  private let differences: [String]

  /// - Parameters:
  ///   - exit: how it has ended when the host asks; `nil` if it still runs.
  ///   - unread: the bytes of the host that it never reads.
  ///   - differences: how it differs from its seal.
  init(_ turns: [Turn], exit: ChildExit? = nil, unread: Int = 0, differences: [String] = []) {
    (self.turns, self.exit, self.unread, self.differences) = (turns, exit, unread, differences)
  }

  var clock: DeadlineClock { notes.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    Child(notes, PlayedChannel(turns, notes, unread: unread), exit: exit, differences: differences)
  }

  /// The calls of the host, in order.
  final class Notes: Sendable {
    private let state = Mutex((list: [String](), nanoseconds: Int64(0)))
    var all: [String] { state.withLock(\.list) }
    var clock: DeadlineClock {
      DeadlineClock { MonotonicTime(nanoseconds: self.state.withLock(\.nanoseconds)) }
    }
    func add(_ note: String) { state.withLock { $0.list.append(note) } }
    func advance(to time: MonotonicTime) { state.withLock { $0.nanoseconds = max($0.nanoseconds, time.nanoseconds) } }

    /// The milliseconds from now to a deadline.
    func span(to deadline: MonotonicTime?) -> String {
      deadline.map { "\(($0 - clock.now).milliseconds)" } ?? "ever"
    }
  }

  private final class Child: ExtensionChild {
    let channel: any MessageChannel
    /// No process has this ID.
    let processID: Int32 = 0
    let grade = "played"
    private let notes: Notes
    private let exit: ChildExit?
    private let differences: [String]

    init(_ notes: Notes, _ channel: PlayedChannel, exit: ChildExit?, differences: [String]) {
      (self.notes, self.channel, self.exit, self.differences) = (notes, channel, exit, differences)
    }

    func holdStill() -> Bool { true }
    func letGo() {}
    func move(to cores: [Int]) -> [Int]? { nil }
    func kill() { notes.add("kill") }

    func waitForExit(atMost timeout: Duration) -> ChildExit? {
      notes.add("reap \(timeout.milliseconds)")
      return exit
    }

    func log() -> CapturedLog {
      notes.add("log")
      return CapturedLog(isCountedOnly: true)
    }

    func sealDifferences() -> [String] { differences }
    func release() { notes.add("release") }
  }
}

private final class PlayedChannel: MessageChannel {
  private struct State {
    var limits = ChannelLimits.host(receiving: .helloReply)
    var turns: ArraySlice<PlayedProcess.Turn>
    var request = ""
  }

  private let state: Mutex<State>
  private let notes: PlayedProcess.Notes
  let unreadByteCount: Int

  init(_ turns: [PlayedProcess.Turn], _ notes: PlayedProcess.Notes, unread: Int) {
    state = Mutex(State(turns: turns[...]))
    self.notes = notes
    unreadByteCount = unread
  }

  var limits: ChannelLimits {
    get { state.withLock(\.limits) }
    set { state.withLock { $0.limits = newValue } }
  }

  func send(_ value: WireValue, deadline: MonotonicTime?) throws(SendError) -> [UInt8] {
    let envelope = try? Envelope(wire: value, from: .host)
    let name =
      switch envelope {
      case .request(let id, let method, _)?: "\(method) \(id)"
      case .notification(let method, _)?:
        limits.sent == .fromHost ? method : "\(method) of \(limits.sent.lineBytes)"
      case .result(let id, _)?: "result \(id)"
      case .failure(let id, let error)?: "error \(error.code.rawValue) \(id)"
      case nil: "garbage"
      }
    notes.add("send \(name) \(notes.span(to: deadline))")
    let refusal: SendError? = state.withLock { state in
      if case .request(let id, _, _)? = envelope { state.request = id.description }
      guard case .refuses(let error)? = state.turns.first else { return nil }
      state.turns.removeFirst()
      return error
    }
    if let refusal { throw refusal }
    return []
  }

  func send(all values: [WireValue], deadline: MonotonicTime?) throws(SendError) {
    for value in values { _ = try send(value, deadline: deadline) }
  }

  func receiveLine(deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine {
    let span = notes.span(to: deadline)
    if span != "0" { notes.add("receive \(span)") }
    let (turn, request): (PlayedProcess.Turn, String) = state.withLock { state in
      // Words wait for the next receive, and a refusal for the next send.
      if case .refuses? = state.turns.first { return (.silent, state.request) }
      return (state.turns.popFirst() ?? .silent, state.request)
    }
    switch turn {
    case .says(let value): return ReceivedLine(value: Self.filled(value, request), depth: 1)
    case .breaks(let kind, let text): throw .violation(LineViolation(kind, .json, at: 0), line: Array(text.utf8))
    case .closes: throw .endOfFile
    case .silent, .refuses:
      if let deadline { notes.advance(to: deadline) }
      throw .timedOut
    }
  }

  func closeSending() { notes.add("close sending") }
  func close() { notes.add("close") }

  private static func filled(_ value: WireValue, _ request: String) -> WireValue {
    switch value {
    case .string("$"): .string(request)
    case .object(let object):
      .object(
        object.members.reduce(into: WireObject()) { copy, member in copy[member.name] = filled(member.value, request) })
    default: value
    }
  }
}
