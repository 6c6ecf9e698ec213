// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import Synchronization
import TestThreads
import Testing

/// Rules of callbacks and transactions, on the side of the extension.
@Suite struct CallbackRulesTests {
  private static func siri(_ flag: Bool?) -> Effect {
    .setSetting(store: "Default", key: .denySiri, value: flag.map { .bool($0) })
  }
  private static let tooHigh = Effect.setSetting(store: "Default", key: .maximumRating, value: .rating(1_001))

  private static func snapshot(_ stores: [StoreSnapshot] = [], suites: [String] = []) -> Snapshot {
    Snapshot(
      environment: CallbackHarness.environment, stores: stores, authorization: .approved,
      defaults: suites.map { DefaultsSnapshot(suite: $0, values: []) })
  }

  private var session: ExtensionSession {
    get throws { try #require(ExtensionSession.current) }
  }

  // MARK: - Reads and writes

  @Test func `a read returns the callback's own write or else the snapshot's value, without a request (C1)`() throws {
    let before = Self.snapshot([StoreSnapshot(name: "Default", settings: [.denySiri: .bool(true)])])
    let asked = Mutex<[String]>([])
    let outcome = try CallbackHarness.run(
      snapshot: before,
      answer: { method, _ in
        asked.withLock { $0.append(method) }
        return .failure(HandlerFailure(ErrorObject(.denied, "not scripted")))
      }
    ) {
      let session = try session
      #expect(session.snapshot?.store(named: "Default").settings[.denySiri] == .bool(true))
      session.write([Self.siri(false)])
      #expect(session.snapshot?.store(named: "Default").settings[.denySiri] == .bool(false))
      session.write([Self.siri(nil)])
      #expect(session.snapshot?.stores == [])
    }
    #expect(outcome.effects == [Self.siri(false), Self.siri(nil)])
    #expect(asked.withLock { $0 } == [])
  }

  @Test func `writes are sent in the order they were made, all in the one reply (C2, C11)`() throws {
    let effects = [Self.siri(true), .clearStore("Default"), .stopMonitoring(activities: []), Self.siri(true)]
    let outcome = try CallbackHarness.run {
      for effect in effects { try session.write([effect]) }
    }
    #expect(outcome.effects == effects)
    #expect(outcome.commits == [])
  }

  @Test func `a violation keeps the old value and refuses the reply, and the handler continues (C4)`() throws {
    let wentOn = Mutex(false)
    let outcome = try CallbackHarness.run {
      let session = try session
      session.write([Self.siri(true)])
      session.write([Self.tooHigh])
      #expect(session.snapshot?.store(named: "Default").settings == [.denySiri: .bool(true)])
      session.write([Self.siri(false)])
      wentOn.withLock { $0 = true }
    }
    #expect(wentOn.withLock { $0 })
    #expect(outcome.effects == [])
    #expect(outcome.error?.code == .effectViolation)
    #expect(outcome.error?.violation == "range.rating")
  }

  @Test func `an attempt throws the violation inside it and undoes its own writes only (C4)`() throws {
    let outcome = try CallbackHarness.run {
      let session = try session
      session.write([Self.siri(true)])
      let violation = #expect(throws: EffectViolation.self) {
        try EffectTransaction.attempt { session.write([Self.siri(false), Self.tooHigh]) }
      }
      #expect(violation?.code == .ratingOutOfRange)
      #expect(session.snapshot?.store(named: "Default").settings == [.denySiri: .bool(true)])
      try EffectTransaction.attempt { session.write([.clearStore("Default")]) }
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [Self.siri(true), .clearStore("Default")])
  }

  @Test func `attempts nest, and an error thrown by the developer's code undoes one as a violation does (C4)`() throws {
    struct Mistake: Error {}
    let outcome = try CallbackHarness.run {
      let session = try session
      try EffectTransaction.attempt {
        session.write([Self.siri(true)])
        #expect(throws: Mistake.self) {
          try EffectTransaction.attempt {
            session.write([.clearStore("Default")])
            throw Mistake()
          }
        }
      }
    }
    #expect(outcome.effects == [Self.siri(true)])
  }

  // MARK: - Order

  @Test func `callbacks run one after another in order of arrival (C6)`() {
    let hello = HelloParams(
      point: .monitor, features: [], extension: "test.monitor", capabilities: [], behaviour: .strict,
      limits: HelloLimits(for: .monitor))
    let names = (2...6).map { "activity \($0)" }
    let performs = names.enumerated().map { index, name in
      Envelope.request(
        id: RequestID(.host, Int64(index + 2)), method: "perform",
        params: PerformParams(
          callback: .monitor(.intervalDidStart, activity: name, event: nil),
          delivery: DeliveryInfo(attempt: 1, now: 0), snapshot: Self.snapshot(), deadlineMs: 5_000
        ).wire)
    }
    let channel = CallbackHarness(
      script: [.request(id: RequestID(.host, 1), method: "hello", params: hello.wire)] + performs,
      last: RequestID(.host, 6)
    ) { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "not scripted"))) }
    let session = ExtensionSession(channel: channel)
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    let handler = OverlapHandler()
    session.start(handler)
    ended.wait()
    #expect(handler.log.withLock { $0 } == names.flatMap { ["\($0) begins", "\($0) ends"] })
  }

  @Test func `a callback that waits for the next one is blocked until it is cancelled (§8.11, C10)`() async throws {
    let hello = HelloParams(
      point: .monitor, features: [.cancel], extension: "test.monitor", capabilities: [], behaviour: .strict,
      limits: HelloLimits(for: .monitor))
    let performs = (2...3).map { number in
      Envelope.request(
        id: RequestID(.host, number), method: "perform",
        params: PerformParams(
          callback: .monitor(.intervalDidStart, activity: "\(number)", event: nil),
          delivery: DeliveryInfo(attempt: 1, now: 0), snapshot: Self.snapshot(), deadlineMs: 5_000
        ).wire)
    }
    // The host cancels at the deadline; this test sends the line as soon as the callback runs.
    let channel = CallbackHarness(
      script: [.request(id: RequestID(.host, 1), method: "hello", params: hello.wire)] + performs,
      last: RequestID(.host, 3)
    ) { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "not scripted"))) }
    let session = ExtensionSession(channel: channel)
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    let handler = WaitingHandler {
      channel.push(
        .notification(method: "cancel", params: Cancel(request: RequestID(.host, 2), reason: .deadline).wire))
    }
    try await onOwnThread {
      session.start(handler)
      ended.wait()
    }
    #expect(handler.log.withLock { $0 } == ["2 waits for 3", "2 is cancelled", "3"])
    guard case .failure(RequestID(.host, 2), let error)? = channel.sent.first(where: { $0.isFailure }) else {
      Issue.record("expected the first to be cancelled, got \(channel.sent)")
      return
    }
    #expect(error.message == "The callback was cancelled by the host.")
  }

  // MARK: - Where effects may be written

  @Test(arguments: [ExtensionPoint.shieldConfiguration, .report, .widget])
  func `a point without effects sends none (C9, C16)`(point: ExtensionPoint) throws {
    let outcome = try CallbackHarness.run(point: point, snapshot: Self.snapshot()) {
      let session = try session
      #expect { try session.writeOrThrow(Self.siri(true), asksHost: true) } throws: {
        ($0 as? EffectViolation)?.code == .notHere
      }
      if point.isSealed { session.write([Self.siri(true)]) }
      #expect(session.snapshot?.stores == [])
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [])
    #expect(outcome.commits == [])
  }

  // MARK: - Defaults

  @Test(arguments: [ExtensionPoint.shieldConfiguration, .report, .widget])
  func `defaults written in a sealed process or a widget never leave it (C13)`(
    point: ExtensionPoint
  ) throws {
    let suite = "group.test.sealed.\(point.rawValue)"
    let outcome = try CallbackHarness.run(point: point, snapshot: Self.snapshot(suites: [suite])) {
      let defaults = try #require(UserDefaults(suiteName: suite))
      defaults.set(3, forKey: "a")
      #expect(defaults.integer(forKey: "a") == 3)
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [])
    // A sealed process gets no second request.
    guard !point.isSealed else { return }
    _ = try CallbackHarness.run(point: point, snapshot: Self.snapshot(suites: [suite])) {
      #expect(UserDefaults(suiteName: suite)?.object(forKey: "a") == nil)
    }
  }

  @Test func `an undeclared group reads as empty, and writing to it refuses the reply (C14, §8.10)`()
    throws
  {
    let suite = "group.test.undeclared.strict"
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot(suites: ["group.test.declared"])) {
      try session.write([Self.siri(true)])
      let defaults = try #require(UserDefaults(suiteName: suite))
      #expect(defaults.object(forKey: "a") == nil)
      defaults.set(1, forKey: "a")
      #expect(defaults.integer(forKey: "a") == 1)
    }
    #expect(outcome.effects == [])
    #expect(
      outcome.error?.message
        == "The suite “\(suite)” is not a group in the manifest, so its values can't be saved "
        + "(group.undeclared).")
    #expect(outcome.error?.violation == "group.undeclared")
    let next = try CallbackHarness.run(snapshot: Self.snapshot()) {
      #expect(UserDefaults(suiteName: suite)?.object(forKey: "a") == nil)
    }
    #expect(next.error == nil)
  }

  @Test func `reading an undeclared group is not a violation (C14)`() throws {
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot()) {
      #expect(UserDefaults(suiteName: "group.test.undeclared.read")?.object(forKey: "a") == nil)
    }
    #expect(outcome.error == nil)
  }

  @Test func `in compat an undeclared group is kept in memory only (C14, §8.10)`() throws {
    let suite = "group.test.undeclared.compat"
    let outcome = try CallbackHarness.run(behaviour: .appleCompatible, snapshot: Self.snapshot()) {
      try session.write([Self.siri(true)])
      UserDefaults(suiteName: suite)?.set(1, forKey: "a")
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [Self.siri(true)])
    #expect(UserDefaults(suiteName: suite)?.integer(forKey: "a") == 1)
  }

  // MARK: - Beyond Apple

  @Test func `a callback can read its context, and code outside of a callback can't`() throws {
    #expect(CallbackContext.current == nil)
    _ = try CallbackHarness.run(now: 1_786_652_760_000) {
      let context = try #require(CallbackContext.current)
      #expect(context.attempt == 1)
      #expect(context.deliveryID == "test")
      #expect(context.cause == .natural)
      #expect(context.now == Date(timeIntervalSince1970: 1_786_652_760))
    }
    #expect(CallbackContext.current == nil)
  }

  @Test func `a violation is one sentence on standard error, except in a sealed process`() async throws {
    let open = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = try CallbackHarness.run { ExtensionSession.current?.write([Self.tooHigh]) }
    }
    #expect(
      String(decoding: open?.standardErrorContent ?? [], as: UTF8.self)
        == "appStore.maximumRating is 1001; 0…1000 are allowed (range.rating).\n")
    let sealed = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = try CallbackHarness.run(point: .report) {
        ExtensionSession.current?.write([Self.tooHigh])
        try? ExtensionSession.current?.writeOrThrow(Self.tooHigh, asksHost: false)
      }
    }
    #expect(sealed?.standardErrorContent == [])
  }
}

/// Logs when each callback begins and ends; if two overlapped, their lines would be interleaved.
private final class OverlapHandler: ExtensionPointHandler, Sendable {
  let point = ExtensionPoint.monitor
  let log = Mutex<[String]>([])

  func perform(_ request: CallbackRequest) throws -> WireValue {
    guard case .monitor(_, let activity, _) = request.callback else { return [:] }
    log.withLock { $0.append("\(activity) begins") }
    for _ in 0..<100 { sched_yield() }
    log.withLock { $0.append("\(activity) ends") }
    return [:]
  }
}

extension Envelope {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

/// The first callback waits for the second, which would deadlock on Apple's platforms.
private final class WaitingHandler: ExtensionPointHandler, Sendable {
  let point = ExtensionPoint.monitor
  let log = Mutex<[String]>([])
  private let isWaiting: @Sendable () -> Void

  init(_ isWaiting: @escaping @Sendable () -> Void) { self.isWaiting = isWaiting }

  func perform(_ request: CallbackRequest) throws -> WireValue {
    guard case .monitor(_, "2", _) = request.callback, let session = ExtensionSession.current else {
      log.withLock { $0.append("3") }
      return [:]
    }
    log.withLock { $0.append("2 waits for 3") }
    let isWaiting = isWaiting
    try? session.waitForTask {
      isWaiting()
      while !Task.isCancelled { await Task.yield() }
    }
    log.withLock { $0.append("2 is cancelled") }
    return [:]
  }
}
