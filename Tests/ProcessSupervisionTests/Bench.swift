// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import ProcessSupervision
import Testing

/// A supervised puppet, and everything that was observed of it.
final class Bench {
  let supervised: SupervisedExtension
  fileprivate(set) var reasons: [String] = []
  fileprivate(set) var log: CapturedLog?
  /// The facts that were kept of an unresponsive process.
  fileprivate(set) var facts: ProcessFacts?
  /// Lines before the reply to `hello`.
  fileprivate(set) var skipped: [SkippedLine] = []
  private(set) var hostLines: [WireValue] = []
  private(set) var extensionLines: [ExchangedLine] = []
  /// Requests that were passed to the host's policy.
  private(set) var asked: [ExtensionRequest] = []
  private let stage: Stage?
  private let launching: RememberingLaunching
  private let witness = RecordingObserver()

  convenience init(_ scene: Scene, at depth: Depth) throws {
    let stage = try Stage(program: scene.program, patience: scene.patience)
    self.init(scene.configuration, try stage.launching(at: depth), stage)
  }

  init(_ configuration: ExtensionConfiguration, _ launching: any ExtensionLaunching, _ stage: Stage? = nil) {
    self.stage = stage
    self.launching = RememberingLaunching(launching)
    supervised = SupervisedExtension(
      configuration: configuration, launcher: self.launching,
      lifecycle: ProcessLifecycle(policy: RestartPolicy(seed: 1)), observer: witness)
    witness.bench = self
    supervised.answerWhileIdle = { [unowned self] in answer($0) }
  }

  deinit { supervised.revoke(now: 0) }

  /// The child of the last launch.
  var child: (any ExtensionChild)? { launching.child }

  func perform(
    params: WireValue = Bench.params, data: [WireValue] = [], now: Int64 = 0,
    judge: @escaping (WireValue) -> ReplyVerdict = Bench.judge
  ) -> PerformOutcome {
    supervised.perform(
      PerformCall(
        prepare: { _, _ in OutgoingRequest(params: params, data: data) }, answer: { [unowned self] in answer($0) },
        judge: judge), now: now)
  }

  func answer(_ request: ExtensionRequest) -> Result<WireValue, ErrorObject> {
    asked.append(request)
    return .success(["revision": .integer(Int64(asked.count))])
  }

  static let params: WireValue = [
    "arguments": ["activity": "night"], "callback": "intervalDidStart", "deadlineMs": 5_000,
    "delivery": ["attempt": 1, "now": 0], "snapshot": ["environment": [:]],
  ]

  /// Accepts `{}`; treats `{"deny":…}` as denied and anything else as malformed.
  static func judge(_ result: WireValue) -> ReplyVerdict {
    if result == [:] { return .accepted }
    if case .object(let object) = result, object["deny"] != nil { return .denied(ErrorObject(.denied, "no")) }
    return .malformed(ErrorObject(.schema, "what?", pointer: "/result"))
  }

  /// The host's answers to the extension's requests: `"ok"` or the error code.
  var answers: [String] {
    hostLines.compactMap { line in
      switch try? Envelope(wire: line, from: .host) {
      case .result?: "ok"
      case .failure(_, let error)?: "\(error.code.rawValue)"
      default: nil
      }
    }
  }

  /// The host's requests and notifications, by method.
  var methods: [String] {
    hostLines.compactMap { line in
      switch try? Envelope(wire: line, from: .host) {
      case .request(let id, let method, _)?: "\(method) \(id)"
      case .notification(let method, _)?: method
      default: nil
      }
    }
  }

  /// The reason in the last `shutdown`.
  var shutdownReason: Shutdown.Reason? {
    for line in hostLines.reversed() {
      guard case .request(_, "shutdown", let params)? = try? Envelope(wire: line, from: .host) else { continue }
      return try? Shutdown(wire: params, at: "/params", from: .extension).reason
    }
    return nil
  }

  fileprivate func saw(_ side: RequestID.Side, _ line: ExchangedLine) {
    switch (side, line) {
    case (.host, .message(let value)): hostLines.append(value)
    case (.host, .invalid): Issue.record("the host sent an invalid line")
    case (.extension, let line): extensionLines.append(line)
    }
  }
}

/// Forwards what it observes to the bench, which needs the supervisor first and the supervisor its observer.
private final class RecordingObserver: ProcessObserver {
  weak var bench: Bench?

  func launched(_ extensionID: String, process: Int, grade: String, reason: ReasonCode) {}

  func transitioned(_ extensionID: String, process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode) {
    bench?.reasons.append(reason.rawValue)
  }

  func exchanged(_ extensionID: String, process: Int, side: RequestID.Side, line: ExchangedLine) {
    bench?.saw(side, line)
  }

  func skipped(_ extensionID: String, process: Int, line: SkippedLine) { bench?.skipped.append(line) }

  func stuck(_ extensionID: String, process: Int, facts: ProcessFacts) { bench?.facts = facts }

  func logged(_ extensionID: String, process: Int, log: CapturedLog) { bench?.log = log }
}

/// Keeps the last child, so that a test can wait for its end.
final class RememberingLaunching: ExtensionLaunching {
  private let launching: any ExtensionLaunching
  private(set) var child: (any ExtensionChild)?

  init(_ launching: any ExtensionLaunching) { self.launching = launching }

  var clock: DeadlineClock { launching.clock }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    let child = try launching.launch()
    self.child = child
    return child
  }
}
