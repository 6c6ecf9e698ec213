// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation
import ManagedSettings
import SDKTestSupport
import Testing

/// Every property of a store with its key on the wire, its default value and its way back.
@Suite struct SettingTableTests {
  /// A property, and a write and a read of it.
  struct Property: Sendable, CustomTestStringConvertible {
    var key: SettingKey
    var value: SettingValue
    var write: @Sendable (ManagedSettingsStore, _ isSet: Bool) -> Void
    /// Whether the property reads back as the value that was written; nil if it reads as nil.
    var isRead: @Sendable (ManagedSettingsStore) -> Bool?

    var testDescription: String { key.rawValue }

    init<Value: Equatable & Sendable>(
      _ key: SettingKey, _ path: any ReferenceWritableKeyPath<ManagedSettingsStore, Value?> & Sendable, _ value: Value,
      _ wire: SettingValue
    ) {
      self.key = key
      self.value = wire
      write = { $0[keyPath: path] = $1 ? value : nil }
      isRead = { $0[keyPath: path].map { $0 == value } }
    }
  }

  private static func flag(
    _ key: SettingKey, _ path: any ReferenceWritableKeyPath<ManagedSettingsStore, Bool?> & Sendable
  ) -> Property { Property(key, path, true, .bool(true)) }

  static let properties: [Property] =
    [
      flag(.lockAccounts, \.account.lockAccounts), flag(.denyAppInstallation, \.application.denyAppInstallation),
      flag(.denyAppRemoval, \.application.denyAppRemoval), flag(.denyInAppPurchases, \.appStore.denyInAppPurchases),
      flag(.requirePasswordForPurchases, \.appStore.requirePasswordForPurchases),
      flag(.lockAppCellularData, \.cellular.lockAppCellularData), flag(.lockCellularPlan, \.cellular.lockCellularPlan),
      flag(.lockESIM, \.cellular.lockESIM),
      flag(.requireAutomaticDateAndTime, \.dateAndTime.requireAutomaticDateAndTime),
      flag(.denyAddingFriends, \.gameCenter.denyAddingFriends),
      flag(.denyMultiplayerGaming, \.gameCenter.denyMultiplayerGaming),
      flag(.denyBookstoreErotica, \.media.denyBookstoreErotica),
      flag(.denyExplicitContent, \.media.denyExplicitContent),
      flag(.denyMusicService, \.media.denyMusicService), flag(.lockPasscode, \.passcode.lockPasscode),
      flag(.denyAutoFill, \.safari.denyAutoFill), flag(.denySiri, \.siri.denySiri),
    ] + [
      Property(.maximumRating, \.appStore.maximumRating, 200, .rating(200)),
      Property(.maximumMovieRating, \.media.maximumMovieRating, 300, .rating(300)),
      Property(.maximumTVShowRating, \.media.maximumTVShowRating, 400, .rating(400)),
      Property(.cookiePolicy, \.safari.cookiePolicy, .visitedWebsites, .cookiePolicy(.visitedWebsites)),
      Property(
        .shieldApplications, \.shield.applications, [Tokens.application(2), Tokens.application(1)],
        .tokens([Tokens.wire(1), Tokens.wire(2)])),
      Property(
        .shieldWebDomains, \.shield.webDomains, [Tokens.webDomain(3), Tokens.webDomain(1)],
        .tokens([Tokens.wire(1, kind: 2), Tokens.wire(3, kind: 2)])),
      Property(
        .shieldApplicationCategories, \.shield.applicationCategories,
        .specific([Tokens.category(2), Tokens.category(1)], except: [Tokens.application(5)]),
        .categoryPolicy(
          .specific(categories: [Tokens.wire(1, kind: 3), Tokens.wire(2, kind: 3)], except: [Tokens.wire(5)]))),
      Property(
        .shieldWebDomainCategories, \.shield.webDomainCategories, .all(except: [Tokens.webDomain(4)]),
        .categoryPolicy(.all(except: [Tokens.wire(4, kind: 2)]))),
      Property(
        .blockedApplications, \.application.blockedApplications,
        [
          Application(bundleIdentifier: "b"), Application(token: Tokens.application(2)),
          Application(bundleIdentifier: "a"), Application(token: Tokens.application(1)),
        ],
        .blockedApplications([.bundleID("a"), .bundleID("b"), .token(Tokens.wire(1)), .token(Tokens.wire(2))])),
      Property(
        .blockedByFilter, \.webContent.blockedByFilter,
        .auto(
          [WebDomain(domain: "b.org"), WebDomain(token: Tokens.webDomain(2)), WebDomain(domain: "a.org")],
          except: [WebDomain(token: Tokens.webDomain(1))]),
        .webFilter(
          .auto(
            domains: [.domain("a.org"), .domain("b.org"), .token(Tokens.wire(2, kind: 2))],
            except: [.token(Tokens.wire(1, kind: 2))]))),
    ]

  @Test func `every key has a property`() {
    #expect(Self.properties.map(\.key.rawValue).sorted() == SettingKey.allCases.map(\.rawValue).sorted())
  }

  @Test(arguments: properties)
  func `a property writes its own key, reads it back, and nil removes it (M1)`(_ property: Property) throws {
    let outcome = try CallbackHarness.run {
      let (store, other) = (ManagedSettingsStore(named: .init("s")), ManagedSettingsStore(named: .init("t")))
      #expect(property.isRead(store) == nil)
      property.write(store, true)
      #expect(property.isRead(store) == true)
      #expect(property.isRead(other) == nil)
      for neighbour in Self.properties where neighbour.key != property.key {
        #expect(neighbour.isRead(store) == nil, "\(neighbour.key)")
      }
      property.write(store, false)
      #expect(property.isRead(store) == nil)
    }
    #expect(
      outcome.effects == [
        .setSetting(store: "s", key: property.key, value: property.value),
        .setSetting(store: "s", key: property.key, value: nil),
      ])
  }

  @Test func `policies and filters without lists go both ways`() throws {
    typealias Applications = ShieldSettings.ActivityCategoryPolicy<Application>
    let policies: [Applications] = [
      Applications.none, .specific([Tokens.category(1)]), .specific([], except: [Tokens.application(1)]), .all(),
    ]
    let filters: [WebContentSettings.FilterPolicy] = [
      WebContentSettings.FilterPolicy.none, .specific([WebDomain(domain: "a.org")]), .auto(), .all(),
      .all(except: [WebDomain(domain: "a.org"), WebDomain(token: Tokens.webDomain(1))]),
    ]
    _ = try CallbackHarness.run {
      let store = ManagedSettingsStore()
      for policy in policies {
        store.shield.applicationCategories = policy
        #expect(store.shield.applicationCategories == policy)
      }
      for filter in filters {
        store.webContent.blockedByFilter = filter
        #expect(store.webContent.blockedByFilter == filter)
      }
    }
  }

  @Test func `every flag is false by default, and every rating is the largest (M12, §3)`() {
    let flags = [
      AccountSettings.lockAccounts, ApplicationSettings.denyAppInstallation, ApplicationSettings.denyAppRemoval,
      AppStoreSettings.denyInAppPurchases, AppStoreSettings.requirePasswordForPurchases,
      CellularSettings.lockAppCellularData, CellularSettings.lockCellularPlan, CellularSettings.lockESIM,
      DateAndTimeSettings.requireAutomaticDateAndTime, GameCenterSettings.denyAddingFriends,
      GameCenterSettings.denyMultiplayerGaming, MediaSettings.denyBookstoreErotica, MediaSettings.denyExplicitContent,
      MediaSettings.denyMusicService, PasscodeSettings.lockPasscode, SafariSettings.denyAutoFill, SiriSettings.denySiri,
    ]
    #expect(flags.map(\.defaultValue) == Array(repeating: false, count: 17))
    for rating in [
      AppStoreSettings.maximumRating, MediaSettings.maximumMovieRating, MediaSettings.maximumTVShowRating,
    ] {
      #expect(rating.defaultValue == 1_000)
      #expect(rating.bounds == 0...1_000)
    }
    #expect(ShieldSettings.webDomains.defaultValue == [])
    #expect(ApplicationSettings.blockedApplications.defaultValue == [])
    #expect(ShieldSettings.applicationCategories.defaultValue == ShieldSettings.ActivityCategoryPolicy.none)
    #expect(ShieldSettings.webDomainCategories.defaultValue == ShieldSettings.ActivityCategoryPolicy.none)
    #expect(WebContentSettings.blockedByFilter.defaultValue == WebContentSettings.FilterPolicy.none)
  }

  @Test func `the strictest cookie policy is the least`() {
    let order: [SafariSettings.CookiePolicy] = [.never, .currentWebsite, .visitedWebsites, .always]
    for (index, left) in order.enumerated() {
      for (other, right) in order.enumerated() { #expect((left < right) == (index < other)) }
    }
  }

  // MARK: Identity

  @Test func `applications are equal by identifier and token, categories by token, whatever their names`() {
    let token = Tokens.application(1)
    let applications = [
      Application(bundleIdentifier: "a"), Application(bundleIdentifier: "b"), Application(token: token),
      Application(token: Tokens.application(2)),
      Application(bundleIdentifier: "a", token: token, localizedDisplayName: nil),
    ]
    #expect(Set(applications).count == applications.count)
    for one in applications {
      let named = Application(bundleIdentifier: one.bundleIdentifier, token: one.token, localizedDisplayName: "Name")
      #expect(applications.filter { $0 == named } == [one])
      #expect(Set([one, named]).count == 1)
      #expect(named.hashValue == one.hashValue)
      // Different values rarely have one hash; a hash that ignored a part would always be the same.
      #expect(Set(applications.map(\.hashValue)).count == applications.count)
    }
    let categories = [ActivityCategory(token: Tokens.category(1)), ActivityCategory(token: Tokens.category(2))]
    #expect(categories[0] != categories[1])
    #expect(categories[0].hashValue != categories[1].hashValue)
    #expect(categories[0] == ActivityCategory(token: Tokens.category(1), localizedDisplayName: "Games"))
    #expect(Set(categories + [ActivityCategory(token: Tokens.category(1), localizedDisplayName: "Games")]).count == 2)
  }

  @Test func `a token is coded as base64, read back by its kind alone, and never shown`() throws {
    for number in [0, 62, 63, 0xFFFF] {
      let bytes = try JSONEncoder().encode(Tokens.application(number))
      #expect(try JSONDecoder().decode(ApplicationToken.self, from: bytes) == Tokens.application(number))
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(WebDomainToken.self, from: bytes) }
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(ActivityCategoryToken.self, from: bytes) }
      let domain = try JSONEncoder().encode(Tokens.webDomain(number))
      #expect(try JSONDecoder().decode(WebDomainToken.self, from: domain) == Tokens.webDomain(number))
      let category = try JSONEncoder().encode(Tokens.category(number))
      #expect(try JSONDecoder().decode(ActivityCategoryToken.self, from: category) == Tokens.category(number))
    }
    #expect(ApplicationToken(Tokens.wire(1, kind: 2)) == nil)
    #expect(WebDomainToken(Tokens.wire(1, kind: 2))?.wire == Tokens.wire(1, kind: 2))
    #expect(ActivityCategoryToken(Tokens.wire(1, kind: 1)) == nil)
    #expect("\(Tokens.application(1))" == "Token<Application>")
    #expect(Mirror(reflecting: Tokens.application(1)).children.isEmpty)
  }

  @Test func `a token of Apple's system is refused with its own reason (§8.13)`() throws {
    for (count, expected) in [
      (127, "A token has 24 bytes; this one has 127."),
      (128, "This token was issued by Apple's system; a token is valid only on the host that issued it."),
      (129, "A token has 24 bytes; this one has 129."),
    ] {
      let json = #"{"data":"\#(Data(repeating: 7, count: count).base64EncodedString())"}"#
      do {
        _ = try JSONDecoder().decode(ApplicationToken.self, from: Data(json.utf8))
        Issue.record("\(count) bytes were read")
      } catch DecodingError.dataCorrupted(let context) {
        #expect(context.debugDescription == expected)
      }
    }
  }

  @Test func `refreshing works for every kind and names each failure (T5)`() throws {
    var snapshot = Snapshot(environment: CallbackHarness.environment)
    snapshot.tokens = [1, 2, 3].flatMap { kind in
      [
        TokenStatus(token: Tokens.wire(1, kind: kind), status: .rotated, to: Tokens.wire(9, kind: kind)),
        TokenStatus(token: Tokens.wire(2, kind: kind), status: .revoked),
        TokenStatus(token: Tokens.wire(3, kind: kind), status: .unknown),
      ]
    }
    _ = try CallbackHarness.run(snapshot: snapshot) {
      var domains = [1, 2, 3, 4].map(Tokens.webDomain)
      var categories = [4, 3, 2, 1].map(Tokens.category)
      for refresh in [
        { try ManagedSettingsStore.refresh(&domains) }, { try ManagedSettingsStore.refresh(&categories) },
      ] {
        #expect(throws: TokenRefreshError.self) { try refresh() }
      }
      #expect(domains == [9, 2, 3, 4].map(Tokens.webDomain))
      #expect(categories == [4, 3, 2, 9].map(Tokens.category))
      do {
        try ManagedSettingsStore.refresh(&domains)
      } catch let error as TokenRefreshError {
        #expect(error.statuses == [1: .revoked, 2: .unknown])
      }
      var valid = [4, 5].map(Tokens.application)
      try ManagedSettingsStore.refresh(&valid)
      #expect(valid == [4, 5].map(Tokens.application))
    }
  }
}
