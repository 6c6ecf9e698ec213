// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import FamilyControls
import Foundation
import ManagedSettings
import SDKTestSupport
import TestThreads
import Testing

/// The rows of bad input that reach settings and tokens, with the exact error of each.
@Suite struct BadInputTests {
  private static func snapshot(
    _ authorization: Authorization = .approved, stores: [StoreSnapshot] = [], tokens: [TokenStatus] = []
  ) -> Snapshot {
    Snapshot(environment: CallbackHarness.environment, stores: stores, authorization: authorization, tokens: tokens)
  }

  private static let applications = Set((1...51).map { Tokens.application($0) })
  private static let domains = Set((1...51).map { Tokens.webDomain($0) })
  private static let categories = Set((1...51).map { Tokens.category($0) })
  private static let names = Set((1...51).map { WebDomain(domain: "a\($0).example") })

  // MARK: - Settings

  /// One write, the sentence that refuses it, and the effects in compat.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var snapshot: Snapshot
    var write: @Sendable (ManagedSettingsStore) -> Void
    var code: String
    var sentence: String
    var compat: [Effect]

    init(
      _ name: String, code: String, _ sentence: String, compat: [Effect],
      in snapshot: Snapshot = BadInputTests.snapshot(),
      _ write: @escaping @Sendable (ManagedSettingsStore) -> Void
    ) {
      (testDescription, self.code, self.sentence, self.compat) = (name, code, sentence, compat)
      (self.snapshot, self.write) = (snapshot, write)
    }
  }

  private static func left(_ key: SettingKey, _ value: SettingValue? = nil) -> [Effect] {
    [.setSetting(store: "Default", key: key, value: value)]
  }

  private func expect(_ row: Row, _ location: SourceLocation = #_sourceLocation) throws {
    let strict = try CallbackHarness.run(snapshot: row.snapshot) { row.write(ManagedSettingsStore()) }
    #expect(strict.effects == [], sourceLocation: location)
    #expect(strict.error?.violation == row.code, sourceLocation: location)
    #expect(strict.error?.message == row.sentence, sourceLocation: location)
    let compat = try CallbackHarness.run(behaviour: .appleCompatible, snapshot: row.snapshot) {
      row.write(ManagedSettingsStore())
    }
    #expect(compat.error == nil, sourceLocation: location)
    #expect(compat.effects == row.compat, sourceLocation: location)
  }

  @Test(arguments: [
    Row(
      "shield.applications", code: "limit.shieldApplications",
      "shield.applications holds 51 entries; the maximum is 50 (limit.shieldApplications).",
      compat: left(.shieldApplications)
    ) { $0.shield.applications = applications },
    Row(
      "shield.webDomains", code: "limit.shieldWebDomains",
      "shield.webDomains holds 51 entries; the maximum is 50 (limit.shieldWebDomains).",
      compat: left(.shieldWebDomains)
    ) { $0.shield.webDomains = domains },
    Row(
      "shield.applicationCategories", code: "limit.shieldCategories",
      "shield.applicationCategories holds 51 entries; the maximum is 50 (limit.shieldCategories).",
      compat: left(.shieldApplicationCategories)
    ) { $0.shield.applicationCategories = .specific(categories) },
    Row(
      "exceptions", code: "limit.shieldExceptions",
      "shield.webDomainCategories holds 51 entries; the maximum is 50 (limit.shieldExceptions).",
      compat: left(.shieldWebDomainCategories)
    ) { $0.shield.webDomainCategories = .all(except: domains) },
    Row(
      "blockedApplications", code: "limit.blockedApplications",
      "application.blockedApplications holds 51 entries; the maximum is 50 (limit.blockedApplications).",
      compat: left(.blockedApplications)
    ) { $0.application.blockedApplications = Set(applications.map { Application(token: $0) }) },
    Row(
      "filter domains", code: "limit.filterDomains",
      "webContent.blockedByFilter holds 51 entries; the maximum is 50 (limit.filterDomains).",
      compat: left(.blockedByFilter)
    ) { $0.webContent.blockedByFilter = .specific(names) },
    Row(
      "filter exceptions", code: "limit.filterExceptions",
      "webContent.blockedByFilter holds 51 entries; the maximum is 50 (limit.filterExceptions).",
      compat: left(.blockedByFilter)
    ) { $0.webContent.blockedByFilter = .all(except: names) },
  ])
  func `a set over its limit is refused with the name of the limit; compat reads back nil (§8.4, §4)`(row: Row) throws {
    try expect(row)
  }

  @Test(arguments: [
    Row(
      "51st store", code: "limit.namedStores",
      "The store “new” would be named store 51; the maximum is 50 (limit.namedStores).", compat: [],
      in: snapshot(
        stores: (10..<60).map { StoreSnapshot(name: "store \($0)", settings: [.denySiri: .bool(true)]) })
    ) { _ in ManagedSettingsStore(named: .init("new")).siri.denySiri = true },
    Row(
      "rating 1001", code: "range.rating",
      "media.maximumMovieRating is 1001; 0…1000 are allowed (range.rating).",
      compat: left(.maximumMovieRating, .rating(1_000))
    ) { $0.media.maximumMovieRating = 1_001 },
    Row(
      "rating -1", code: "range.rating",
      "media.maximumTVShowRating is -1; 0…1000 are allowed (range.rating).",
      compat: left(.maximumTVShowRating, .rating(0))
    ) { $0.media.maximumTVShowRating = -1 },
    Row(
      "no approval", code: "unauthorized",
      "setSetting needs an approved request for authorization (unauthorized).", compat: [],
      in: snapshot(.denied)
    ) { $0.siri.denySiri = true },
  ])
  func `a 51st store, a rating out of range and a write without approval are refused by name (§8.4, M12, A11)`(
    row: Row
  ) throws {
    try expect(row)
  }

  @Test(arguments: [
    ("", "is 0 bytes long; 1…256 are allowed"),
    (String(repeating: "x", count: 257), "is 257 bytes long; 1…256 are allowed"),
    ("a\nb", "holds the character U+A"), ("a\u{200B}b", "holds the character U+200B"),
    ("e\u{301}", "is not in Unicode normalisation form C"),
  ])
  func `an invalid store name is refused, and the error names the reason (§8.4, §4)`(name: String, why: String) throws {
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot()) {
      ManagedSettingsStore(named: .init(name)).siri.denySiri = true
    }
    #expect(outcome.effects == [])
    #expect(outcome.error?.message == "The name of the store \(why) (name.invalid).")
  }

  @Test(arguments: ["https://a.b/c", "*.a.b", "", "a.b:80", "192.0.2.1", "a b"])
  func `a domain that is not a bare host name is refused; compat drops it (§8.5, M11)`(name: String) throws {
    try expect(
      Row(
        name, code: "domain.invalid",
        "webContent.blockedByFilter has a domain that is not a bare host name (domain.invalid).",
        compat: Self.left(.blockedByFilter, .webFilter(.specific(domains: [.domain("good.example")])))
      ) { $0.webContent.blockedByFilter = .specific([WebDomain(domain: name), WebDomain(domain: "good.example")]) })
  }

  @Test func `a revoked or unknown token in a setting is refused; compat drops it (§8.3, T5)`() throws {
    let void = [
      TokenStatus(token: Tokens.wire(1), status: .revoked), TokenStatus(token: Tokens.wire(2), status: .unknown),
    ]
    for number in [1, 2] {
      try expect(
        Row(
          "token \(number)", code: "token.unknown",
          "shield.applications contains a token that is no longer valid (token.unknown).",
          compat: Self.left(.shieldApplications, .tokens([Tokens.wire(3)])), in: Self.snapshot(tokens: void)
        ) { $0.shield.applications = [Tokens.application(number), Tokens.application(3)] })
    }
  }

  @Test func `deleting a store that does not exist is not an error (§8.6, M6)`() throws {
    let outcome = try CallbackHarness.run(snapshot: Self.snapshot()) {
      ManagedSettingsStore.deleteStores([.init("never")])
      #expect(ManagedSettingsStore.stores == [])
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [.deleteStore("never")])
  }

  @Test(arguments: [ExtensionPoint.shieldConfiguration, .report])
  func `a store write in a sealed process has no effect, and the callback succeeds (§8.10, C16)`(
    point: ExtensionPoint
  ) throws {
    let outcome = try CallbackHarness.run(point: point, snapshot: Self.snapshot()) {
      let store = ManagedSettingsStore()
      store.siri.denySiri = true
      store.clearAllSettings()
      #expect(store.siri.denySiri == nil)
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [])
  }

  // MARK: - Authorization

  @Test func `an extension's request is refused, unless already approved (§8.7, A2)`() async throws {
    func ask(_ authorization: Authorization) async throws -> FamilyControlsError? {
      try await onOwnThread {
        var thrown: FamilyControlsError?
        _ = try CallbackHarness.run(snapshot: Self.snapshot(authorization)) {
          let session = try #require(ExtensionSession.current)
          thrown = try session.waitForTask {
            do {
              try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
              return nil
            } catch { return error as? FamilyControlsError }
          }
        }
        return thrown
      }
    }
    #expect(try await ask(.notDetermined) == .invalidArgument)
    #expect(try await ask(.denied) == .invalidArgument)
    #expect(try await ask(.approved) == nil)
  }

  // MARK: - JSON

  @Test(arguments: [
    (#"{"data":"!!"}"#, "A token's data is not canonical base64."),
    (#"{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0"}"#, "A token's data is not canonical base64."),
    (#"{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gU="}"#, "A token has 24 bytes; this one has 20."),
    (#"{"data":"AgEAAQ1ubelPGDNhSMN2Uch20gV/HOn0"}"#, "The token has another version or an unknown kind."),
    (#"{"data":"AQkAAQ1ubelPGDNhSMN2Uch20gV/HOn0"}"#, "The token has another version or an unknown kind."),
    (#"{"data":"AQIAAQ1ubelPGDNhSMN2Uch20gV/HOn0"}"#, "The token is not of the kind Application."),
  ])
  func `JSON of a foreign token is dataCorrupted with the reason (§8.13)`(json: String, why: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ApplicationToken.self, from: Data(json.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("expected dataCorrupted, got \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == why)
  }

  @Test func `selection JSON may repeat tokens, have unknown keys and lack arrays (§8.14)`() throws {
    let json =
      #"{"applicationTokens":[{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gV/HOn0"},"#
      + #"{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gV/HOn0"}],"later":{"a":1}}"#
    let selection = try JSONDecoder().decode(FamilyActivitySelection.self, from: Data(json.utf8))
    #expect(selection.applicationTokens.map(\._stableKey) == ["AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0"])
    #expect(selection.categoryTokens == [])
    #expect(selection.webDomainTokens == [])
    #expect(!selection.includeEntireCategory)
  }
}
