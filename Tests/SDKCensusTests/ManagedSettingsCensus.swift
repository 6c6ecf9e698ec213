// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ManagedSettings
import ManagedSettingsUI
import Publishing
import Testing

/// Every symbol of `screen-time.md` by its name.
@Suite struct ManagedSettingsCensus {
  private func group(_ type: any ManagedSettingsGroup.Type) -> String { "\(type)" }

  @Test func `the twelve groups have a default for each setting`() {
    let groups: [any ManagedSettingsGroup.Type] = [
      AccountSettings.self, ApplicationSettings.self, AppStoreSettings.self, CellularSettings.self,
      DateAndTimeSettings.self, GameCenterSettings.self, MediaSettings.self, PasscodeSettings.self, SafariSettings.self,
      ShieldSettings.self, SiriSettings.self, WebContentSettings.self,
    ]
    #expect(Set(groups.map { group($0) }).count == 12)
    let flags: [SettingMetadata<Bool>] = [
      AccountSettings.lockAccounts, PasscodeSettings.lockPasscode, SiriSettings.denySiri,
      DateAndTimeSettings.requireAutomaticDateAndTime, ApplicationSettings.denyAppInstallation,
      ApplicationSettings.denyAppRemoval, AppStoreSettings.denyInAppPurchases,
      AppStoreSettings.requirePasswordForPurchases, CellularSettings.lockAppCellularData,
      CellularSettings.lockCellularPlan, CellularSettings.lockESIM, GameCenterSettings.denyAddingFriends,
      GameCenterSettings.denyMultiplayerGaming, MediaSettings.denyBookstoreErotica, MediaSettings.denyExplicitContent,
      MediaSettings.denyMusicService, SafariSettings.denyAutoFill,
    ]
    #expect(flags.allSatisfy { !$0.defaultValue })
    let ratings: [BoundedSettingMetadata<Int>] = [
      AppStoreSettings.maximumRating, MediaSettings.maximumMovieRating, MediaSettings.maximumTVShowRating,
    ]
    #expect(ratings.allSatisfy { $0.defaultValue == 1_000 && $0.bounds == 0...1_000 })
    #expect(ApplicationSettings.blockedApplications.defaultValue.isEmpty)
    #expect(ShieldSettings.applications.defaultValue.isEmpty && ShieldSettings.webDomains.defaultValue.isEmpty)
    #expect(ShieldSettings.applicationCategories.defaultValue == .none)
    #expect(ShieldSettings.webDomainCategories.defaultValue == .none)
    #expect(WebContentSettings.blockedByFilter.defaultValue == .none)
    #expect(SafariSettings.cookiePolicy.defaultValue == .always)
  }

  @Test func `each setting is nil in an empty store`() {
    let store = ManagedSettingsStore(named: ManagedSettingsStore.Name("census"))
    let flags: [Bool?] = [
      store.account.lockAccounts, store.passcode.lockPasscode, store.siri.denySiri,
      store.dateAndTime.requireAutomaticDateAndTime, store.application.denyAppInstallation,
      store.application.denyAppRemoval, store.appStore.denyInAppPurchases, store.appStore.requirePasswordForPurchases,
      store.cellular.lockAppCellularData, store.cellular.lockCellularPlan, store.cellular.lockESIM,
      store.gameCenter.denyAddingFriends, store.gameCenter.denyMultiplayerGaming, store.media.denyBookstoreErotica,
      store.media.denyExplicitContent, store.media.denyMusicService, store.safari.denyAutoFill,
    ]
    #expect(flags.allSatisfy { $0 == nil })
    #expect(store.appStore.maximumRating == nil && store.media.maximumMovieRating == nil)
    #expect(store.media.maximumTVShowRating == nil && store.safari.cookiePolicy == nil)
    #expect(store.application.blockedApplications == nil && store.shield.applications == nil)
    #expect(store.shield.webDomains == nil && store.shield.applicationCategories == nil)
    #expect(store.shield.webDomainCategories == nil && store.webContent.blockedByFilter == nil)
    store.clearAllSettings()
    #expect(store.isActive)
    store.deleteStore()
    ManagedSettingsStore.deleteStores([.default])
    #expect(!ManagedSettingsStore.stores.contains(ManagedSettingsStore.Name(rawValue: "census")))
    _ = (store.effectiveMaximumMovieRating, store.effectiveMaximumTVShowRating, store.effectiveDenyExplicitContent)
    _ = (store.objectWillChange, store.$effectiveMaximumMovieRating, ManagedSettingsStore())
    #expect(ManagedSettingsStore.Name.default.rawValue == "Default")
  }

  @Test func `policies compare by value`() throws {
    let tokens = try Tokens()
    typealias Policy = ShieldSettings.ActivityCategoryPolicy<Application>
    let policies: [Policy] = [
      .none, .specific([tokens.category]), .specific([tokens.category], except: [tokens.application]), .all(),
      .all(except: [tokens.application]),
    ]
    for (index, policy) in policies.enumerated() { #expect(policies.firstIndex(of: policy) == index) }
    let domain = WebDomain(domain: "example.com")
    let filters: [WebContentSettings.FilterPolicy] = [
      .none, .specific([domain]), .auto(), .auto([domain], except: []), .all(), .all(except: [domain]),
    ]
    #expect(filters[2] == .auto([], except: []) && filters[4] == .all(except: []))
    let cookies: [SafariSettings.CookiePolicy] = [.never, .currentWebsite, .visitedWebsites, .always]
    #expect(cookies == cookies.sorted() && cookies.map(\.rawValue).count == 4)
  }

  @Test func `an item has its token or its name, not both`() throws {
    let tokens = try Tokens()
    #expect(
      Application(bundleIdentifier: "a").token == nil && Application(bundleIdentifier: "a").bundleIdentifier == "a")
    #expect(Application(token: tokens.application).localizedDisplayName == nil)
    #expect(WebDomain(domain: "a.example").domain == "a.example" && WebDomain(token: tokens.webDomain).token != nil)
    #expect(ActivityCategory(token: tokens.category).token == tokens.category)
    #expect(ActivityCategory(token: tokens.category).localizedDisplayName == nil)
    let again = try JSONDecoder().decode(ApplicationToken.self, from: JSONEncoder().encode(tokens.application))
    #expect(again == tokens.application && Set([again, tokens.application]).count == 1)
    #expect(again.customMirror.children.isEmpty && again.debugDescription == again.description)
    var hashers = (Hasher(), Hasher())
    Application(token: again).hash(into: &hashers.0)
    Application(token: tokens.application).hash(into: &hashers.1)
    #expect(hashers.0.finalize() == hashers.1.finalize())
    let kinds: (Token<Application>, Token<WebDomain>, Token<ActivityCategory>) = (
      tokens.application, tokens.webDomain, tokens.category
    )
    #expect(kinds.0 == tokens.application)
  }

  @Test func `tokens are refreshed in place, and their expiry is a message`() throws {
    let tokens = try Tokens()
    var (applications, categories, domains) = ([tokens.application], [tokens.category], [tokens.webDomain])
    try? ManagedSettingsStore.refresh(&applications)
    try? ManagedSettingsStore.refresh(&categories)
    try? ManagedSettingsStore.refresh(&domains)
    #expect(applications.count + categories.count + domains.count == 3)
    let center = NotificationCenter()
    let token = center.addObserver(of: ManagedSettingsStore.self, for: .tokensDidExpire) {
      (_: ManagedSettingsStore.TokenExpiryMessage) in
    }
    center.removeObserver(token)
    #expect(ManagedSettingsStore.TokenExpiryMessage.Subject.self == ManagedSettingsStore.self)
  }

  @Test func `presses and answers have Apple's raw values`() {
    let actions: [ShieldAction] = [
      .primaryButtonPressed, .secondaryButtonPressed, .firstSecondarySubmenuItemPressed,
      .secondSecondarySubmenuItemPressed, .thirdSecondarySubmenuItemPressed,
    ]
    #expect(actions.map(\.rawValue) == Array(0...4))
    let answers: [ShieldActionResponse] = [.none, .close, .defer, .openParentalControlsApp]
    #expect(answers.map(\.rawValue) == Array(0...3))
  }

  @Test func `the base class of delegates closes on the primary button`() throws {
    let (delegate, tokens) = (ShieldActionHandler(), try Tokens())
    var heard: [ShieldActionResponse] = []
    delegate.handle(action: .primaryButtonPressed, for: tokens.application) { heard.append($0) }
    delegate.handle(action: .primaryButtonPressed, for: tokens.category) { heard.append($0) }
    delegate.handle(action: .secondaryButtonPressed, for: tokens.webDomain) { heard.append($0) }
    #expect(heard == [.close, .close, .none])
    let _: ShieldActionDelegate = delegate
  }

  @Test func `a shield keeps its values, under its old and new names`() throws {
    let label = ShieldConfiguration.Label(text: "t", color: .red)
    let shield = ShieldConfiguration(
      backgroundBlurStyle: .dark, backgroundColor: .blue, icon: UIImage(systemName: "star"), title: label,
      subtitle: label, primaryButtonLabel: label, primaryButtonBackgroundColor: .green, secondaryButtonLabel: label,
      secondaryButtonSubmenuItems: ["a"])
    #expect(shield.backgroundBlurStyle == .dark && shield.backgroundColor == .blue && shield.icon != nil)
    #expect(shield.title?.text == "t" && shield.subtitle?.color == .red && shield.primaryButtonLabel != nil)
    #expect(shield.primaryButtonBackgroundColor == .green && shield.secondaryButtonLabel != nil)
    #expect(shield.secondaryButtonSubmenuItems == ["a"])
    #expect(ShieldConfiguration(backgroundBlurStyle: .light).secondaryButtonSubmenuItems == nil)
    #expect(ShieldConfiguration(backgroundEffect: UIBlurEffect(style: .regular)).backgroundBlurStyle == .regular)
    let source: ShieldConfigurationDataSource = ShieldConfigurationProvider()
    let tokens = try Tokens()
    let (application, domain) = (Application(token: tokens.application), WebDomain(token: tokens.webDomain))
    let category = ActivityCategory(token: tokens.category)
    let shields = [
      source.configuration(shielding: application), source.configuration(shielding: application, in: category),
      source.configuration(shielding: domain), source.configuration(shielding: domain, in: category),
    ]
    #expect(shields.allSatisfy { $0.title == nil })
  }
}
