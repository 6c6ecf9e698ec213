// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import ExtensionRuntime

/// Each write is checked twice, in the process and in the host (C3). The two share no code except the wire's, so that
/// the host trusts nothing; these tests require the same verdict from both.
@Suite struct TwoSidesTests {
  private typealias Key = ExtensionProtocol.SettingKey

  /// A family's state as both sides see it: the number of stores, and whether the person approved.
  struct Scene: Sendable {
    var stores = 0
    var isApproved = true
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var scene: Scene
    /// Makes the write from tokens that the family holds: 51 applications, 51 domains and 12 categories.
    var effect: @Sendable ([WireToken], [WireToken], [WireToken]) -> Effect
    /// Code and rule; `nil` for a write that both sides accept.
    var verdict: String?

    init(
      _ name: String, _ verdict: String?, in scene: Scene = Scene(),
      _ effect: @escaping @Sendable ([WireToken], [WireToken], [WireToken]) -> Effect
    ) {
      (testDescription, self.verdict, self.scene, self.effect) = (name, verdict, scene, effect)
    }
  }

  private static func set(
    _ key: ExtensionProtocol.SettingKey, _ value: ExtensionProtocol.SettingValue?, in store: String = "Default"
  ) -> Effect {
    .setSetting(store: store, key: key, value: value)
  }

  static let rows: [Row] = [
    Row("a flag", nil) { _, _, _ in set(.denySiri, .bool(true)) },
    Row("a removal", nil) { _, _, _ in set(.denySiri, nil) },
    Row("50 applications", nil) { apps, _, _ in set(.shieldApplications, .tokens(Array(apps.prefix(50)))) },
    Row("51 applications", "limit.shieldApplications §4") { apps, _, _ in set(.shieldApplications, .tokens(apps)) },
    Row("51 domains", "limit.shieldWebDomains §4") { _, domains, _ in set(.shieldWebDomains, .tokens(domains)) },
    Row("12 categories", nil) { _, _, categories in
      set(.shieldApplicationCategories, .categoryPolicy(.specific(categories: categories, except: [])))
    },
    Row("51 exceptions", "limit.shieldExceptions §4") { apps, _, _ in
      set(.shieldApplicationCategories, .categoryPolicy(.all(except: apps)))
    },
    Row("51 blocked", "limit.blockedApplications §4") { apps, _, _ in
      set(.blockedApplications, .blockedApplications(apps.map { .token($0) }))
    },
    Row("51 filtered", "limit.filterDomains §4") { _, domains, _ in
      set(.blockedByFilter, .webFilter(.specific(domains: domains.map { .token($0) })))
    },
    Row("51 let through", "limit.filterExceptions §4") { _, domains, _ in
      set(.blockedByFilter, .webFilter(.all(except: domains.map { .token($0) })))
    },
    Row("a pattern", "domain.invalid M11") { _, _, _ in
      set(.blockedByFilter, .webFilter(.specific(domains: [.domain("*.a.b")])))
    },
    Row("a bare host", nil) { _, _, _ in
      set(.blockedByFilter, .webFilter(.specific(domains: [.domain("a.example")])))
    },
    Row("rating 1000", nil) { _, _, _ in set(.maximumMovieRating, .rating(1_000)) },
    Row("rating 1001", "range.rating M12") { _, _, _ in set(.maximumMovieRating, .rating(1_001)) },
    Row("rating -1", "range.rating M12") { _, _, _ in set(.maximumRating, .rating(-1)) },
    Row("store 50", nil, in: Scene(stores: 49)) { _, _, _ in set(.denySiri, .bool(true), in: "new") },
    Row("store 51", "limit.namedStores §4", in: Scene(stores: 50)) { _, _, _ in
      set(.denySiri, .bool(true), in: "new")
    },
    Row("a known store of 50", nil, in: Scene(stores: 50)) { _, _, _ in set(.denyMusicService, .bool(true), in: "s1") },
    Row("an empty name", "name.invalid §4") { _, _, _ in set(.denySiri, .bool(true), in: "") },
    Row("a long name", "name.invalid §4") { _, _, _ in
      set(.denySiri, .bool(true), in: String(repeating: "x", count: 257))
    },
    Row("a name with a control", "name.invalid §4") { _, _, _ in set(.denySiri, .bool(true), in: "a\nb") },
    Row("a name that is not NFC", "name.invalid §4") { _, _, _ in set(.denySiri, .bool(true), in: "e\u{301}") },
    Row("no approval", "unauthorized A11", in: Scene(isApproved: false)) { _, _, _ in set(.denySiri, .bool(true)) },
    Row("clearing without approval", "unauthorized A11", in: Scene(isApproved: false)) { _, _, _ in
      .clearStore("Default")
    },
  ]

  /// The code and rule with which the process refuses the effect.
  private func process(_ effect: Effect, _ scene: Scene) -> String? {
    let hello = HelloParams(
      point: .monitor, features: [], extension: "homework.monitor", capabilities: [], behaviour: .strict,
      limits: HelloLimits(for: .monitor))
    let stores = (0..<scene.stores).map { StoreSnapshot(name: "s\($0)", settings: [.denySiri: .bool(true)]) }
    let environment = EnvironmentSnapshot(locale: "en_US", timeZone: "UTC", firstWeekday: 1, uses24Hour: false)
    let snapshot = Snapshot(
      environment: environment, stores: stores, authorization: scene.isApproved ? .approved : .denied)
    do throws(ExtensionRuntime.EffectViolation) {
      let accepted = try EffectRules(terms: HostTerms(hello), snapshot: snapshot).accept(effect)
      return accepted == nil ? "dropped" : nil
    } catch {
      return "\(error.code.rawValue) \(error.rule)"
    }
  }

  private func host(_ effect: Effect, _ scene: Scene, _ registry: TokenRegistry) throws -> String? {
    let family = FamilyID("homework")
    var state = DeviceState(
      now: Timestamp(milliseconds: 1_786_652_760_000), place: CalendarPlace(timeZone: "UTC"))
    state.families[family] = FamilyState(authorization: .approved, member: .individual)
    let rules = DeviceRules(mode: .faithful, registry: ItemRegistry())
    for number in 0..<scene.stores {
      _ = try rules.apply(
        [.setSetting(store: "s\(number)", key: .denySiri, value: .bool(true))], of: family, to: &state)
    }
    if !scene.isApproved { state.families[family]?.authorization = .denied }
    let resolved = try EffectResolver(registry: registry, family: "homework", behaviour: .strict, now: state.now)
      .resolve([effect])
    do throws(ScreenTimeRules.EffectViolation) {
      _ = try rules.apply(resolved.ruleEffects.map(\.effect), of: family, to: &state)
      return nil
    } catch {
      return "\(error.code.rawValue) \(error.rule)"
    }
  }

  @Test(arguments: rows) func `process and host give a write the same verdict by the same rule (C3)`(row: Row) throws {
    let fixture = try BoundaryFixture()
    func tokens(_ items: [Item]) throws -> [WireToken] {
      try fixture.issue(items).compactMap(\.wireToken).sortedByBytes
    }
    let applications = try tokens((1...51).map { Item.application("org.example.a\($0)") })
    let domains = try tokens((1...51).map { Item.webDomain("a\($0).example") })
    let categories = try tokens((1...12).map { Item.category(String($0)) })
    let effect = row.effect(applications, domains, categories)
    #expect(process(effect, row.scene) == row.verdict)
    #expect(try host(effect, row.scene, fixture.registry) == row.verdict)
  }

  @Test func `only the host refuses a token of another family (C3, T5)`() throws {
    let fixture = try BoundaryFixture()
    let foreign = try fixture.issue([.application("org.example.a")], to: "worklog").compactMap(\.wireToken)
    let effect = Self.set(.shieldApplications, .tokens(foreign))
    #expect(process(effect, Scene()) == nil)
    let refusal = #expect(throws: EffectRefusal.self) { try host(effect, Scene(), fixture.registry) }
    #expect(refusal?.code == .unknownToken)
    #expect(refusal?.description == "/effects/0/value/0 is not a token of this family.")
  }
}
