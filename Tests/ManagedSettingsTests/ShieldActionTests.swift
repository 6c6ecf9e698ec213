// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import ManagedSettings
import SDKTestSupport
import Synchronization
import Testing

/// Taps on a shield, as a shield action extension receives them.
@Suite struct ShieldActionTests {
  /// Sends one tap to a delegate and returns its reply.
  private func tap(
    _ delegate: ShieldActionDelegate, _ action: ShieldButton = .primaryButtonPressed,
    on target: ShieldActionArguments.Target = .application, snapshot: Snapshot? = nil
  ) throws -> ShieldActionResult {
    let kinds: [ShieldActionArguments.Target: UInt8] = [.application: 1, .webDomain: 2, .category: 3]
    let arguments = ShieldActionArguments(
      action: action, target: target, token: Tokens.wire(7, kind: try #require(kinds[target])))
    let hello = HelloParams(
      point: .shieldAction, features: Feature.offered(to: .shieldAction), extension: "homework.action",
      capabilities: [], behaviour: .strict, limits: HelloLimits(for: .shieldAction))
    let perform = PerformParams(
      callback: .shieldAction(arguments), delivery: DeliveryInfo(attempt: 1, now: 1_786_652_760_000),
      snapshot: snapshot ?? Snapshot(environment: CallbackHarness.environment, authorization: .approved),
      deadlineMs: 5_000)
    let last = RequestID(.host, 2)
    let channel = CallbackHarness(
      script: [
        .request(id: RequestID(.host, 1), method: "hello", params: hello.wire),
        .request(id: last, method: "perform", params: perform.wire),
      ], last: last
    ) { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "not scripted"))) }
    let session = ExtensionSession(channel: channel)
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    session.start(delegate._handler)
    ended.wait()
    guard case .result(last, let result)? = channel.sent.last(where: { $0.isAnswer(to: last) }) else {
      throw WireError(at: "", "is not an answer: \(channel.sent)")
    }
    return try ShieldActionResult(wire: result, at: "", from: .extension)
  }

  @Test(arguments: [ShieldActionArguments.Target.application, .webDomain, .category])
  func `calls the overload for the item that the shield names (S6)`(_ target: ShieldActionArguments.Target) throws {
    let delegate = Recorder()
    _ = try tap(delegate, .secondaryButtonPressed, on: target)
    let kinds: [ShieldActionArguments.Target: UInt8] = [.application: 1, .webDomain: 2, .category: 3]
    #expect(delegate.calls == ["\(target) secondaryButtonPressed \(Tokens.wire(7, kind: kinds[target] ?? 0).text)"])
  }

  @Test(arguments: [
    (ShieldButton.firstSecondarySubmenuItemPressed, ShieldAction.firstSecondarySubmenuItemPressed),
    (.secondSecondarySubmenuItemPressed, .secondSecondarySubmenuItemPressed),
    (.thirdSecondarySubmenuItemPressed, .thirdSecondarySubmenuItemPressed),
  ])
  func `names submenu items by their position (S6)`(_ button: ShieldButton, _ action: ShieldAction) throws {
    let delegate = Recorder()
    _ = try tap(delegate, button)
    #expect(delegate.calls == ["application \(action) \(Tokens.wire(7).text)"])
  }

  @Test func `uses the first call of the completion handler and ignores the rest (S7)`() throws {
    let delegate = Answering { completion in
      completion(.defer)
      completion(.close)
      ManagedSettingsStore().siri.denySiri = true
      completion(.none)
    }
    let answer = try tap(delegate)
    #expect(answer.response == .defer)
    // Writes belong to the reply until the method returns, even after the completion.
    #expect(answer.effects == [.setSetting(store: "Default", key: .denySiri, value: .bool(true))])
  }

  @Test func `waits for a later completion and includes the writes made until then (S7)`() throws {
    let delegate = Answering { completion in
      let session = ExtensionSession.current
      // SAFETY: the delegate is not called again before its answer has been sent.
      nonisolated(unsafe) let completion = completion
      DispatchQueue.global().async {
        ExtensionSession.$bound.withValue(session) { ManagedSettingsStore(named: .init("late")).siri.denySiri = true }
        completion(.close)
      }
    }
    let answer = try tap(delegate)
    #expect(answer.response == .close)
    #expect(answer.effects == [.setSetting(store: "late", key: .denySiri, value: .bool(true))])
  }

  @Test(arguments: [
    (ShieldActionResponse.none, ShieldActionResult.Response.none), (.close, .close), (.defer, .defer),
    (.openParentalControlsApp, .openParentalControlsApp),
  ])
  func `sends each response by its name (S8, S9)`(
    _ response: ShieldActionResponse, _ word: ShieldActionResult.Response
  ) throws {
    #expect(try tap(Answering { $0(response) }).response == word)
  }

  @Test func `sends a payload of at most 4 KiB to the app (S9)`() throws {
    let note = String(repeating: "x", count: 4_096)
    let answer = try tap(
      Answering { completion in
        #expect(throws: EffectViolation.self) { try OpenAppRequest.setPayload(note + "x") }
        try? OpenAppRequest.setPayload(note)
        completion(.openParentalControlsApp)
      })
    #expect(answer.response == .openParentalControlsApp)
    #expect(answer.payload == note)
  }

  @Test func `the app reads which shield opened it (S9)`() throws {
    let request = ActivateArguments.OpenRequest(
      token: Tokens.wire(7), action: "secondaryButtonPressed", payload: "please")
    _ = try CallbackHarness.run(point: .app, callback: .activate(.init(reason: .shield, openRequest: request))) {
      let current = OpenAppRequest.current
      #expect(current?.token == Tokens.wire(7).text)
      #expect(current?.action == "secondaryButtonPressed")
      #expect(current?.payload == "please")
      #expect(throws: EffectViolation.self) { try OpenAppRequest.setPayload("only an action may") }
    }
    _ = try CallbackHarness.run(point: .app, callback: .activate(.init(reason: .launch, openRequest: nil))) {
      #expect(OpenAppRequest.current == nil)
    }
  }

  @Test func `the base class closes on the primary button and does nothing on others (S10)`() throws {
    #expect(try tap(ShieldActionDelegate()).response == .close)
    for button in [
      ShieldButton.secondaryButtonPressed, .firstSecondarySubmenuItemPressed, .thirdSecondarySubmenuItemPressed,
    ] {
      #expect(try tap(ShieldActionDelegate(), button).response == .none)
    }
    for target in [ShieldActionArguments.Target.webDomain, .category] {
      #expect(try tap(ShieldActionDelegate(), on: target).response == .close)
    }
  }

  @Test func `a change of a store in the action is sent with the answer (S13)`() throws {
    var snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
    snapshot.stores = [StoreSnapshot(name: "Default", settings: [.shieldApplications: .tokens([Tokens.wire(7)])])]
    let answer = try tap(
      Answering { completion in
        ManagedSettingsStore().shield.applications = nil
        completion(.defer)
      }, snapshot: snapshot)
    #expect(answer.response == .defer)
    #expect(answer.effects == [.setSetting(store: "Default", key: .shieldApplications, value: nil)])
  }

  @Test func `requests a redraw of one shield or of all (S5)`() throws {
    let outcome = try CallbackHarness.run {
      ShieldRefresh.request()
      ShieldRefresh.request(for: Tokens.application(7))
    }
    #expect(outcome.effects == [.refreshShields(token: nil), .refreshShields(token: Tokens.wire(7))])
  }
}

/// Records the overload and the arguments of each call.
private final class Recorder: ShieldActionDelegate {
  private(set) var calls: [String] = []

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    calls.append("application \(action) \(application._stableKey)")
    completionHandler(.none)
  }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    calls.append("category \(action) \(category._stableKey)")
    completionHandler(.none)
  }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    calls.append("webDomain \(action) \(webDomain._stableKey)")
    completionHandler(.none)
  }
}

/// Answers with a closure.
private final class Answering: ShieldActionDelegate {
  private let answer: (@escaping (ShieldActionResponse) -> Void) -> Void

  init(_ answer: @escaping (@escaping (ShieldActionResponse) -> Void) -> Void) {
    self.answer = answer
    super.init()
  }

  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    answer(completionHandler)
  }
}

extension Envelope {
  fileprivate func isAnswer(to id: RequestID) -> Bool {
    switch self {
    case .result(id, _), .failure(id, _): true
    default: false
    }
  }
}
