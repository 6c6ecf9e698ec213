// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import Synchronization
import Testing

@Suite struct DefaultsTests {
  private static func snapshot(_ suite: String, _ values: [PropertyValue.Entry]) -> Snapshot {
    Snapshot(
      environment: CallbackHarness.environment, defaults: [DefaultsSnapshot(suite: suite, values: values)])
  }

  @Test func `shows the snapshot's values and sends the changed ones back (C12)`() throws {
    let suite = "group.org.example.seeded"
    let outcome = try CallbackHarness.run(
      snapshot: Self.snapshot(
        suite,
        [
          .init(key: "flag", value: .bool(true)), .init(key: "gone", value: .string("x")),
          .init(key: "kept", value: .decimal("0.5")), .init(key: "since", value: .date(5_250)),
        ])
    ) {
      let defaults = try #require(UserDefaults(suiteName: suite))
      #expect(defaults.bool(forKey: "flag"))
      #expect(defaults.double(forKey: "kept") == 0.5)
      defaults.set(false, forKey: "flag")
      defaults.removeObject(forKey: "gone")
      defaults.set(7, forKey: "count")
      defaults.set(Data([1, 2]), forKey: "data")
      defaults.set(["a", 1, true] as [Any], forKey: "list")
    }
    #expect(
      outcome.effects == [
        .setDefault(suite: suite, key: "count", value: .integer(7)),
        .setDefault(suite: suite, key: "data", value: .data("AQI=")),
        .setDefault(suite: suite, key: "flag", value: .bool(false)),
        .setDefault(suite: suite, key: "gone", value: nil),
        .setDefault(suite: suite, key: "list", value: .list([.string("a"), .integer(1), .bool(true)])),
      ])
  }

  @Test func `sends written defaults but not registered ones, and only numbers that JSON can hold (C12)`() throws {
    let suite = "group.org.example.numbers"
    let snapshot = Snapshot(
      environment: CallbackHarness.environment,
      defaults: [DefaultsSnapshot(suite: "standard", values: []), DefaultsSnapshot(suite: suite, values: [])])
    let outcome = try CallbackHarness.run(snapshot: snapshot) {
      let defaults = try #require(UserDefaults(suiteName: suite))
      UserDefaults.standard.register(defaults: ["DefaultsTests.registered": 3])
      UserDefaults.standard.set(4, forKey: "DefaultsTests.written")
      #expect(UserDefaults.standard.integer(forKey: "DefaultsTests.registered") == 3)
      defaults.set(Int.min, forKey: "least")
      defaults.set(UInt64.max, forKey: "most")
      defaults.set(UInt64(5), forKey: "unsigned")
      defaults.set([CGFloat(0.5)], forKey: "widths")
    }
    // Other tests of this process may use the standard suite as well.
    let effects = outcome.effects.filter { effect in
      guard case .setDefault("standard", let key, _) = effect else { return true }
      return key.hasPrefix("DefaultsTests.")
    }
    #expect(
      effects == [
        .setDefault(suite: "standard", key: "DefaultsTests.written", value: .integer(4)),
        .setDefault(suite: suite, key: "unsigned", value: .integer(5)),
        .setDefault(suite: suite, key: "widths", value: .list([.decimal("0.5")])),
      ])
  }

  @Test(arguments: ["standard", "group.org.example.kinds"])
  func `shows every kind of value as a program would have stored it (C12)`(suite: String) throws {
    let values: [PropertyValue.Entry] = [
      .init(key: "kinds.data", value: .data("AQI=")), .init(key: "kinds.decimal", value: .decimal("0.25")),
      .init(key: "kinds.entity", value: .entity(type: "Book", id: "b1")),
      .init(key: "kinds.empty", value: .data("")), .init(key: "kinds.flag", value: .bool(false)),
      .init(key: "kinds.large", value: .integer(9_007_199_254_740_991)),
      .init(key: "kinds.list", value: .list([.string("ä"), .integer(-1), .bool(true), .list([])])),
      .init(
        key: "kinds.map",
        value: .map([.init(key: "a", value: .date(5_250)), .init(key: "b", value: .map([]))])),
      .init(key: "kinds.text", value: .string("\u{0}é 🦉")), .init(key: "kinds.time", value: .date(1_792_368_000_123)),
      .init(key: "kinds.url", value: .url("https://school.example/")),
    ]
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot(suite, values)) {
      let defaults = try #require(suite == "standard" ? .standard : UserDefaults(suiteName: suite))
      #expect(defaults.data(forKey: "kinds.data") == Data([1, 2]))
      #expect(defaults.data(forKey: "kinds.empty") == Data())
      #expect(defaults.double(forKey: "kinds.decimal") == 0.25)
      #expect(defaults.string(forKey: "kinds.entity") == "b1")
      #expect(defaults.object(forKey: "kinds.flag") as? Bool == false)
      #expect(defaults.integer(forKey: "kinds.large") == 9_007_199_254_740_991)
      let list = try #require(defaults.array(forKey: "kinds.list"))
      #expect(list.count == 4 && list[0] as? String == "ä" && list[1] as? Int == -1 && list[2] as? Bool == true)
      let map = try #require(defaults.dictionary(forKey: "kinds.map"))
      #expect(map["a"] as? Date == Date(timeIntervalSince1970: 5.25))
      #expect((map["b"] as? [String: Any])?.isEmpty == true)
      #expect(defaults.string(forKey: "kinds.text") == "\u{0}é 🦉")
      #expect(defaults.object(forKey: "kinds.time") as? Date == Date(timeIntervalSince1970: 1_792_368_000.123))
      #expect(defaults.string(forKey: "kinds.url") == "https://school.example/")
    }
    let effects = outcome.effects.filter { effect in
      guard case .setDefault(_, let key, _) = effect else { return true }
      return key.hasPrefix("kinds.")
    }
    #expect(effects.isEmpty)
  }

  @Test func `drops values of an earlier snapshot (C12)`() throws {
    let suite = "group.org.example.forgotten"
    _ = try CallbackHarness.run(snapshot: Self.snapshot(suite, [.init(key: "a", value: .integer(1))])) {}
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot(suite, [])) {
      #expect(UserDefaults(suiteName: suite)?.object(forKey: "a") == nil)
    }
    #expect(outcome.effects.isEmpty)
  }

  @Test func `an app's writes between callbacks are sent with the next commit (C12, C8)`() throws {
    let suite = "group.org.example.between"
    let before = Self.snapshot(suite, [])
    var after = before
    after.defaults = [DefaultsSnapshot(suite: suite, values: [.init(key: "a", value: .integer(1))])]
    let answer = CommitResult(revision: 2, snapshot: after).wire
    let hello = HelloParams(
      point: .app, features: [.commit], extension: "test.app", capabilities: [], behaviour: .strict,
      limits: HelloLimits(for: .app))
    let perform = PerformParams(
      callback: .activate(ActivateArguments(reason: .launch)), delivery: DeliveryInfo(attempt: 1, now: 0),
      snapshot: before, deadlineMs: 5_000)
    let commits = Mutex<[WireValue]>([])
    let channel = CallbackHarness(
      script: [
        .request(id: RequestID(.host, 1), method: "hello", params: hello.wire),
        .request(id: RequestID(.host, 2), method: "perform", params: perform.wire),
      ], last: RequestID(.host, 9)
    ) { _, params in
      commits.withLock { $0.append(params) }
      return .success(answer)
    }
    let session = ExtensionSession(channel: channel)
    session.start(QuietApp())
    while channel.sent.count < 2 { Thread.sleep(forTimeInterval: 0.001) }
    UserDefaults(suiteName: suite)?.set(1, forKey: "a")
    session.write([.stopMonitoring(activities: [])])
    let effects: [Effect] = [
      .setDefault(suite: suite, key: "a", value: .integer(1)), .stopMonitoring(activities: []),
    ]
    #expect(commits.withLock { $0 } == [CommitParams(effects: effects).wire])
  }
}

private final class QuietApp: ExtensionPointHandler {
  let point = ExtensionPoint.app

  func perform(_ request: CallbackRequest) throws -> WireValue { [:] }
}
