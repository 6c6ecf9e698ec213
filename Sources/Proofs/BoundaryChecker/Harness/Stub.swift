// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import ProcessSupervision
internal import Synchronization

/// The lines that a stub sends in response to each line that it receives.
protocol StubScript: AnyObject {
  func hear(_ envelope: Envelope) -> [WireValue]
  /// Whether the stub has exited.
  var hasLeft: Bool { get }
}

/// Launches stubs: scripts in the checker's own process.
final class StubLaunching: ExtensionLaunching {
  private let script: () -> any StubScript
  private let time = IdleClock()

  init(script: @escaping () -> any StubScript) { self.script = script }

  var clock: DeadlineClock { time.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild { StubChild(script(), time) }
}

/// A clock that advances only while the host waits for a stub.
private final class IdleClock: Sendable {
  private let nanoseconds = Mutex<Int64>(0)
  var clock: DeadlineClock { DeadlineClock { MonotonicTime(nanoseconds: self.nanoseconds.withLock { $0 }) } }
  func advance(to time: MonotonicTime) { nanoseconds.withLock { $0 = max($0, time.nanoseconds) } }
}

/// SAFETY: `@unchecked Sendable` because a host and its stubs take turns on one thread.
private final class StubChild: ExtensionChild, @unchecked Sendable {
  let channel: any MessageChannel
  let grade = "understudy"
  /// No process has this ID.
  let processID: Int32 = 0
  private let own: StubChannel

  init(_ script: any StubScript, _ time: IdleClock) {
    own = StubChannel(script, time)
    channel = own
  }

  // A stub runs only while it handles a message, so there is nothing to stop.
  func holdStill() -> Bool { true }
  func letGo() {}
  func move(to cores: [Int]) -> [Int]? { nil }

  func kill() { own.hasEnded = true }
  func waitForExit(atMost timeout: Duration) -> ChildExit? { own.hasEnded ? .exited(status: 0) : nil }
  func log() -> CapturedLog { CapturedLog(isCountedOnly: true) }
  func sealDifferences() -> [String] { [] }
  func release() {}
}

/// SAFETY: see ``StubChild``.
private final class StubChannel: MessageChannel, @unchecked Sendable {
  var limits = ChannelLimits.host(receiving: .helloReply)
  var hasEnded = false
  private let script: any StubScript
  private let time: IdleClock
  private var said: [WireValue] = []

  init(_ script: any StubScript, _ time: IdleClock) {
    self.script = script
    self.time = time
  }

  func send(_ value: WireValue, deadline: MonotonicTime?) throws(SendError) -> [UInt8] {
    guard !hasEnded else { throw .closed }
    if let envelope = try? Envelope(wire: value, from: .host) { said += script.hear(envelope) }
    if script.hasLeft, said.isEmpty { hasEnded = true }
    return []
  }

  func send(all values: [WireValue], deadline: MonotonicTime?) throws(SendError) {
    for value in values { _ = try send(value, deadline: deadline) }
  }

  func receiveLine(deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine {
    guard said.isEmpty else { return ReceivedLine(value: said.removeFirst(), bytes: [], depth: 1) }
    if hasEnded { throw .endOfFile }
    if let deadline { time.advance(to: deadline) }
    throw .timedOut
  }

  var unreadByteCount: Int { 0 }
  func closeSending() { hasEnded = true }
  func close() { hasEnded = true }
}
