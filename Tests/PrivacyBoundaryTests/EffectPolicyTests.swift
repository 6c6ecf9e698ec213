// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Fixtures may trap.
// swift-format-ignore-file: NeverUseForceTry

import ExtensionProtocol
import Testing

@testable import PrivacyBoundary

@Suite struct EffectPolicyTests {
  private static let policy = try! FlowPolicy.builtIn()

  static let samples: [Effect] = [
    .setSetting(store: "limits", key: .denySiri, value: .bool(true)), .setStoreActive(store: "limits", isActive: false),
    .clearStore("limits"), .deleteStore("limits"),
    .startMonitoring(
      activity: "a", schedule: MonitoringSchedule(start: .init([.hour: 1]), end: .init([.hour: 2]), repeats: true),
      events: []), .stopMonitoring(activities: []), .setDefault(suite: "standard", key: "k", value: nil),
    .reloadTimelines(widget: nil), .invalidateRelevance(widget: "w"),
    .scheduleNotification(NotificationRequest(id: "n", title: "t", body: "b")), .cancelNotifications(ids: []),
    .refreshShields(token: nil), .setBadgeCount(1), .invalidateFocusContext(intent: "i"), .revokeAuthorization,
  ]

  /// The table of `wire.md#effects`, written independently of the policy.
  static let table: [(kinds: [Effect.Kind], capability: Capability, points: [ExtensionPoint])] = [
    (
      [.setSetting, .setStoreActive, .clearStore, .deleteStore, .setDefault], .settings,
      [.app, .monitor, .shieldAction, .focusFilter]
    ),
    ([.startMonitoring, .stopMonitoring], .monitoring, [.app, .monitor, .shieldAction, .focusFilter]),
    ([.reloadTimelines, .invalidateRelevance], .timelines, [.app, .monitor, .shieldAction, .focusFilter]),
    ([.scheduleNotification, .cancelNotifications], .notifications, [.app, .monitor, .shieldAction, .focusFilter]),
    ([.refreshShields], .shields, [.app, .monitor, .shieldAction, .focusFilter]),
    ([.setBadgeCount], .badge, [.app, .focusFilter]), ([.invalidateFocusContext], .focus, [.app, .focusFilter]),
    ([.revokeAuthorization], .authorization, [.app]),
  ]

  private func outcome(_ effect: Effect, _ point: ExtensionPoint, _ capabilities: Set<Capability>) -> EffectRefusal? {
    do throws(EffectRefusal) {
      try EffectPolicy(point: point, capabilities: capabilities, groups: [], policy: Self.policy).check([effect])
      return nil
    } catch {
      return error
    }
  }

  @Test func `there is a sample of every effect`() {
    #expect(Set(Self.samples.map(\.kind)) == Set(Effect.Kind.allCases))
    #expect(Self.table.flatMap(\.kinds).count == Effect.Kind.allCases.count)
  }

  @Test(arguments: ExtensionPoint.allCases)
  func `an effect passes only at the points of its row and with its capability`(_ point: ExtensionPoint) throws {
    for effect in Self.samples {
      let row = try #require(Self.table.first { $0.kinds.contains(effect.kind) })
      for capability in Capability.allCases {
        let refusal = outcome(effect, point, [capability])
        let isOpen = row.points.contains(point) && capability == row.capability
        #expect((refusal == nil) == isOpen, "\(effect.kind) at \(point) with \(capability)")
        if let refusal {
          #expect(refusal.code == .denied)
          #expect(refusal.pointer == "/effects/0")
          #expect(refusal.error.kind == "denied")
        }
      }
      let refusal = outcome(effect, point, Set(Capability.allCases))
      #expect((refusal == nil) == row.points.contains(point))
      // The refusal names the point, not a missing capability.
      if let refusal { #expect(refusal.description.contains("is not open to the point \(point.rawValue).")) }
      #expect(outcome(effect, point, []) != nil)
    }
  }

  @Test func `a refusal gives the extension its code, sentence and place`() throws {
    let refused = Self.samples.compactMap { outcome($0, .app, []) }
    #expect(!refused.isEmpty)
    for refusal in refused + [EffectRefusal.unknownToken(at: "/effects/3/value")] {
      let error = refusal.error
      #expect(error.code == refusal.code)
      #expect(error.message == refusal.description)
      #expect(error.pointer == refusal.pointer)
      #expect(refusal.pointer.hasPrefix("/effects/"))
    }
    let unknown = EffectRefusal.unknownToken(at: "/effects/3/value")
    #expect(unknown.code == .unknownToken && unknown.description == "/effects/3/value is not a token of this family.")
  }

  @Test func `one refused effect refuses the list, and the pointer names it`() {
    let policy = EffectPolicy(point: .monitor, capabilities: [.settings], groups: [], policy: Self.policy)
    let error = #expect(throws: EffectRefusal.self) {
      try policy.check([.clearStore("a"), .clearStore("b"), .setBadgeCount(1)])
    }
    #expect(error?.pointer == "/effects/2")
  }

  @Test func `revokeAuthorization must be the only effect`() throws {
    let policy = EffectPolicy(point: .app, capabilities: Set(Capability.allCases), groups: [], policy: Self.policy)
    try policy.check([.revokeAuthorization])
    let error = #expect(throws: EffectRefusal.self) { try policy.check([.clearStore("a"), .revokeAuthorization]) }
    #expect(error?.code == .schema)
  }

  @Test func `refuses the 257th effect as over the limit`() throws {
    let policy = EffectPolicy(point: .app, capabilities: [.settings], groups: [], policy: Self.policy)
    try policy.check(Array(repeating: .clearStore("a"), count: 256))
    let error = #expect(throws: EffectRefusal.self) { try policy.check(Array(repeating: .clearStore("a"), count: 257)) }
    #expect(error?.code == .limit)
  }

  @Test func `refuses a default in an undeclared group`() throws {
    let policy = EffectPolicy(
      point: .app, capabilities: [.settings], groups: ["group.org.example"], policy: Self.policy)
    try policy.check([.setDefault(suite: "group.org.example", key: "k", value: .bool(true))])
    let error = #expect(throws: EffectRefusal.self) {
      try policy.check([.setDefault(suite: "group.org.other", key: "k", value: .bool(true))])
    }
    #expect(error?.pointer == "/effects/0/suite")
  }
}
