// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import FamilyManifests
import HostCore
import ProcessSupervision
import ScreenTimeVocabulary
import Synchronization

/// A threshold callback's request, at the instant at which its last byte was written.
struct TimedRequest: Sendable {
  let family: String
  /// The device's milliseconds.
  let dueAt: Int64
  /// Nanoseconds of CLOCK_BOOTTIME.
  let writtenAt: Int64
}

/// Records when first attempts of threshold callbacks are written to monitors.
final class TimedRequests: LaunchInterceptor, Sendable {
  private let requests = Mutex<[TimedRequest]>([])
  /// The newest process of each program.
  private let processes = Mutex<[String: Int32]>([:])

  var all: [TimedRequest] { requests.withLock { $0 } }

  func process(of program: String) -> Int32? { processes.withLock { $0[program] } }

  func understudy(for declaration: ExtensionDeclaration, of family: LoadedFamily) -> (any ExtensionLaunching)? { nil }

  func watch(_ launching: any ExtensionLaunching, of declaration: ExtensionDeclaration) -> any ExtensionLaunching {
    guard declaration.point == .monitor else { return launching }
    let family = String(declaration.id.prefix { $0 != "." })
    return TimedLaunching(
      launching, launched: { [self] process in processes.withLock { $0[declaration.id] = process } },
      written: { [self] value in
        let writtenAt = BootClock.nanoseconds
        guard let dueAt = Self.dueAt(of: value) else { return }
        let request = TimedRequest(family: family, dueAt: dueAt, writtenAt: writtenAt)
        requests.withLock { $0.append(request) }
      })
  }

  /// The instant at which a first attempt of a threshold callback was due; `nil` for any other message.
  private static func dueAt(of value: WireValue) -> Int64? {
    guard case .object(let message) = value, case .object(let params)? = message["params"],
      params["callback"] == .string(MonitorCallback.eventDidReachThreshold.rawValue),
      case .object(let delivery)? = params["delivery"], delivery["attempt"] == .integer(1),
      case .integer(let dueAt)? = delivery["dueAt"]
    else { return nil }
    return dueAt
  }
}

/// Launches as `inner` does, and reports each launch and each written message.
private final class TimedLaunching: ExtensionLaunching {
  private let inner: any ExtensionLaunching
  private let launched: @Sendable (Int32) -> Void
  private let written: @Sendable (WireValue) -> Void

  init(
    _ inner: any ExtensionLaunching, launched: @escaping @Sendable (Int32) -> Void,
    written: @escaping @Sendable (WireValue) -> Void
  ) {
    (self.inner, self.launched, self.written) = (inner, launched, written)
  }

  var clock: DeadlineClock { inner.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    let child = try inner.launch()
    launched(child.processID)
    return TimedChild(child, written)
  }
}

private final class TimedChild: ExtensionChild {
  private let inner: any ExtensionChild
  let channel: any MessageChannel

  init(_ inner: any ExtensionChild, _ written: @escaping @Sendable (WireValue) -> Void) {
    self.inner = inner
    channel = TimedChannel(inner.channel, written)
  }

  var processID: Int32 { inner.processID }
  var grade: String { inner.grade }
  var containerExcess: String? { inner.containerExcess }
  var exceededBudget: ExceededBudget? { inner.exceededBudget }
  func kill() { inner.kill() }
  func holdStill() -> Bool { inner.holdStill() }
  func letGo() { inner.letGo() }
  func move(to cores: [Int]) -> [Int]? { inner.move(to: cores) }
  func waitForExit(atMost timeout: Duration) -> ChildExit? { inner.waitForExit(atMost: timeout) }
  func log() -> CapturedLog { inner.log() }
  func sealDifferences() -> [String] { inner.sealDifferences() }
  func release() { inner.release() }
}

private final class TimedChannel: MessageChannel {
  private let inner: any MessageChannel
  private let written: @Sendable (WireValue) -> Void

  init(_ inner: any MessageChannel, _ written: @escaping @Sendable (WireValue) -> Void) {
    (self.inner, self.written) = (inner, written)
  }

  var limits: ChannelLimits {
    get { inner.limits }
    set { inner.limits = newValue }
  }

  func send(_ value: WireValue, deadline: MonotonicTime?) throws(SendError) -> [UInt8] {
    let bytes = try inner.send(value, deadline: deadline)
    note(value)
    return bytes
  }

  func send(all values: [WireValue], deadline: MonotonicTime?) throws(SendError) {
    try inner.send(all: values, deadline: deadline)
    values.forEach(note)
  }

  private func note(_ value: WireValue) {
    guard case .object(let message) = value, message["method"] == .string(Method.perform.rawValue) else { return }
    written(value)
  }

  func receiveLine(deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine {
    try inner.receiveLine(deadline: deadline)
  }

  var unreadByteCount: Int { inner.unreadByteCount }
  func closeSending() { inner.closeSending() }
  func close() { inner.close() }
}
