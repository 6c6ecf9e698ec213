// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionTransport
internal import Synchronization

/// The lines that a program sends in response to each line that it receives.
package protocol InProcessScript: AnyObject {
  func hear(_ envelope: Envelope) -> [WireValue]
  /// Whether the program has exited.
  var hasLeft: Bool { get }
}

/// Launches programs that are scripts in the host's own process, for the virtual clock. They are the project's own: no
/// code of an extension runs here.
package final class InProcessLaunching: ExtensionLaunching {
  private let grade: String
  private let script: () -> any InProcessScript
  private let time = IdleClock()

  /// - Parameter grade: the grade of its processes, which says what they are.
  package init(grade: String, script: @escaping () -> any InProcessScript) {
    self.grade = grade
    self.script = script
  }

  package var clock: DeadlineClock { time.clock }

  package func launch() throws(LaunchFailure) -> any ExtensionChild { InProcessChild(grade, script(), time) }
}

/// A clock that advances only while the host waits for a script.
private final class IdleClock: Sendable {
  private let nanoseconds = Mutex<Int64>(0)
  var clock: DeadlineClock { DeadlineClock { MonotonicTime(nanoseconds: self.nanoseconds.withLock { $0 }) } }
  func advance(to time: MonotonicTime) { nanoseconds.withLock { $0 = max($0, time.nanoseconds) } }
}

/// SAFETY: `@unchecked Sendable` because a host and its scripts take turns on one thread.
private final class InProcessChild: ExtensionChild, @unchecked Sendable {
  let channel: any MessageChannel
  let grade: String
  /// No process has this ID.
  let processID: Int32 = 0
  private let own: ScriptChannel

  init(_ grade: String, _ script: any InProcessScript, _ time: IdleClock) {
    self.grade = grade
    own = ScriptChannel(script, time)
    channel = own
  }

  // A script runs only while it handles a message, so there is nothing to stop.
  func holdStill() -> Bool { true }
  func letGo() {}
  func move(to cores: [Int]) -> [Int]? { nil }

  func kill() { own.hasEnded = true }
  func waitForExit(atMost timeout: Duration) -> ChildExit? { own.hasEnded ? .exited(status: 0) : nil }
  func log() -> CapturedLog { CapturedLog(isCountedOnly: true) }
  func sealDifferences() -> [String] { [] }
  func release() {}
}

/// SAFETY: see ``InProcessChild``.
private final class ScriptChannel: MessageChannel, @unchecked Sendable {
  var limits = ChannelLimits.host(receiving: .helloReply)
  var hasEnded = false
  private let script: any InProcessScript
  private let time: IdleClock
  private var said: [WireValue] = []

  init(_ script: any InProcessScript, _ time: IdleClock) {
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
