// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import SDKTestSupport
import Testing

@testable import ExtensionRuntime

/// The rules that the process checks before the host does, for every kind of effect.
@Suite struct EffectRulesTests {
  private static let schedule = MonitoringSchedule(
    start: DateComponentsValue([.hour: 7]), end: DateComponentsValue([.hour: 8]), repeats: true)

  private func rules(
    _ snapshot: Snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .approved),
    behaviour: Behaviour = .strict, limits: HelloLimits = HelloLimits(for: .monitor)
  ) -> EffectRules {
    let hello = HelloParams(
      point: .monitor, features: [], extension: "a.b", capabilities: [], behaviour: behaviour, limits: limits)
    return EffectRules(terms: HostTerms(hello), snapshot: snapshot)
  }

  private func violation(_ effect: Effect, _ rules: EffectRules) -> EffectViolation? {
    do {
      let accepted = try rules.accept(effect)
      #expect(accepted == effect)
      return nil
    } catch {
      return error
    }
  }

  private static func event(_ name: String) -> MonitoringEvent {
    MonitoringEvent(name: name, threshold: DateComponentsValue([.minute: 5]), includesPastActivity: false)
  }

  // MARK: Approval and names

  private static let effects: [(effect: Effect, needsApproval: Bool)] = [
    (.setSetting(store: "s", key: .denySiri, value: .bool(true)), true),
    (.setSetting(store: "s", key: .denySiri, value: nil), true), (.setStoreActive(store: "s", isActive: true), true),
    (.clearStore("s"), true), (.deleteStore("s"), true),
    (.startMonitoring(activity: "a", schedule: schedule, events: [event("e")]), true),
    (.stopMonitoring(activities: []), false), (.setDefault(suite: "x", key: "k", value: .bool(true)), false),
    (.reloadTimelines(widget: nil), false), (.invalidateRelevance(widget: "w"), false),
    (.scheduleNotification(NotificationRequest(id: "i", title: "", body: "")), false),
    (.cancelNotifications(ids: []), false), (.refreshShields(token: nil), false), (.setBadgeCount(1), false),
    (.invalidateFocusContext(intent: "f"), false), (.revokeAuthorization, false),
  ]

  @Test func `only settings and monitoring require approval (A11)`() throws {
    #expect(Set(Self.effects.map(\.effect.kind)) == Set(Effect.Kind.allCases))
    for authorization in [Authorization.denied, .notDetermined, nil] {
      let snapshot = Snapshot(environment: CallbackHarness.environment, authorization: authorization)
      for (effect, needsApproval) in Self.effects {
        #expect(violation(effect, rules(snapshot))?.code == (needsApproval ? .unauthorized : nil), "\(effect.kind)")
        let compatible = try rules(snapshot, behaviour: .appleCompatible).accept(effect)
        #expect(compatible == (needsApproval ? nil : effect), "\(effect.kind)")
      }
    }
    for (effect, _) in Self.effects { #expect(violation(effect, rules()) == nil) }
  }

  private static let named: [@Sendable (String) -> Effect] = [
    { .setSetting(store: $0, key: .denySiri, value: .bool(true)) },
    { .setSetting(store: $0, key: .denySiri, value: nil) }, { .setStoreActive(store: $0, isActive: false) },
    { .clearStore($0) }, { .deleteStore($0) }, { .startMonitoring(activity: $0, schedule: schedule, events: []) },
    { .startMonitoring(activity: "a", schedule: schedule, events: [event("e"), event($0)]) },
    { .setDefault(suite: "x", key: $0, value: .bool(true)) }, { .setDefault(suite: "x", key: $0, value: nil) },
  ]

  @Test func `every name has 1 to 256 bytes and no control character (§4)`() {
    for make in Self.named {
      for (name, length) in [("", 0), (String(repeating: "é", count: 128) + "x", 257)] {
        for behaviour in [Behaviour.strict, .appleCompatible] {
          let found = violation(make(name), rules(behaviour: behaviour))
          #expect(found?.code == .nameInvalid)
          #expect(found?.limit == 256)
          #expect(found?.actual == length)
        }
      }
      let odd = violation(make("a\nb"), rules())
      #expect(odd?.code == .nameInvalid)
      #expect(odd?.limit == nil)
      #expect(odd?.actual == nil)
      #expect(violation(make(String(repeating: "é", count: 128)), rules()) == nil)
    }
  }

  @Test(arguments: ExtensionPoint.allCases)
  func `only points with effects accept one (C9)`(_ point: ExtensionPoint) {
    let hello = HelloParams(
      point: point, features: [], extension: "a.b", capabilities: [], behaviour: .strict,
      limits: HelloLimits(for: point))
    let snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
    let found = violation(.refreshShields(token: nil), EffectRules(terms: HostTerms(hello), snapshot: snapshot))
    #expect((found == nil) == [.app, .monitor, .shieldAction, .focusFilter].contains(point))
    #expect(found.map { $0.code == .notHere } ?? true)
  }

  // MARK: Stores

  @Test(arguments: [nil, 51, 3] as [Int64?])
  func `a new store fits while fewer named ones exist than the host allows (§4)`(_ limit: Int64?) throws {
    var limits = HelloLimits(for: .monitor)
    limits.stores = limit
    let most = Int(limit ?? 51) - 1
    let writes: [(String) -> Effect] = [
      { .setSetting(store: $0, key: .denySiri, value: .bool(true)) }, { .setStoreActive(store: $0, isActive: false) },
    ]
    for hasDefault in [false, true] {
      for count in [most - 1, most, most + 1] {
        var stores = (0..<count).map { StoreSnapshot(name: "s\($0)", settings: [.denySiri: .bool(true)]) }
        if hasDefault { stores.insert(StoreSnapshot(name: "Default", settings: [:]), at: 0) }
        let snapshot = Snapshot(
          environment: CallbackHarness.environment, stores: stores, authorization: .approved)
        for write in writes {
          for known in ["s0", "Default"] { #expect(violation(write(known), rules(snapshot, limits: limits)) == nil) }
          let found = violation(write("new"), rules(snapshot, limits: limits))
          #expect(found?.code == (count < most ? nil : .namedStores))
          #expect(found?.limit == (count < most ? nil : most))
          #expect(found?.actual == (count < most ? nil : count + 1))
          let compatible = try rules(snapshot, behaviour: .appleCompatible, limits: limits).accept(write("new"))
          #expect(compatible == (count < most ? write("new") : nil))
        }
        let removal = Effect.setSetting(store: "new", key: .denySiri, value: nil)
        #expect(violation(removal, rules(snapshot, limits: limits)) == nil)
      }
    }
  }

  // MARK: Defaults

  private static let sized: [(PropertyValue, bytes: Int)] = [
    (.bool(true), 8), (.integer(5), 8), (.date(5), 8), (.decimal("0.25"), 4), (.string("häß"), 5), (.url("a:b"), 3),
    (.data("AAAA"), 4), (.entity(type: "Ty", id: "id1"), 5), (.list([.bool(true), .string("xyz")]), 11),
    (.map([.init(key: "kä", value: .integer(1)), .init(key: "b", value: .list([.string("q")]))]), 13),
  ]

  @Test func `a suite holds 256 KiB of keys and values, each counted by its kind (§4)`() {
    for (value, bytes) in Self.sized {
      let room = 262_144 - "k".utf8.count - bytes - "fill".utf8.count
      for (length, fits) in [(room, true), (room + 1, false)] {
        let suite = DefaultsSnapshot(
          suite: "x", values: [.init(key: "fill", value: .string(String(repeating: "x", count: length)))])
        let other = DefaultsSnapshot(
          suite: "y", values: [.init(key: "fill", value: .string(String(repeating: "x", count: 262_000)))])
        for defaults in [[suite], [suite, other], [other, suite]] {
          let snapshot = Snapshot(environment: CallbackHarness.environment, defaults: defaults)
          let found = violation(.setDefault(suite: "x", key: "k", value: value), rules(snapshot))
          #expect(found?.code == (fits ? nil : .defaults), "\(value)")
          #expect(found?.limit == (fits ? nil : 262_144))
          #expect(found?.actual == (fits ? nil : 262_145))
        }
      }
    }
  }

  @Test func `a value can be removed from a suite that is too large, or made smaller (§4)`() {
    let values = ["a", "b"].map { name in
      PropertyValue.Entry(key: name, value: .string(String(repeating: "x", count: 200_000)))
    }
    let snapshot = Snapshot(
      environment: CallbackHarness.environment, defaults: [DefaultsSnapshot(suite: "x", values: values)])
    #expect(violation(.setDefault(suite: "x", key: "a", value: nil), rules(snapshot)) == nil)
    #expect(violation(.setDefault(suite: "x", key: "a", value: .string("small")), rules(snapshot)) == nil)
    #expect(violation(.setDefault(suite: "x", key: "c", value: .bool(true)), rules(snapshot))?.code == .defaults)
  }
}
