// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import ManagedSettings
import SDKTestSupport
import Synchronization
import Testing

@Suite struct ManagedSettingsStoreTests {
  @Test func `a write is readable at once in every instance of the store, and is sent with the reply (M1, C2)`() throws
  {
    let outcome = try CallbackHarness.run {
      let store = ManagedSettingsStore(named: .init("limits"))
      store.shield.applications = [Tokens.application(1)]
      #expect(store.shield.applications == [Tokens.application(1)])
      #expect(ManagedSettingsStore(named: .init("limits")).shield.applications?.count == 1)
      store.media.maximumMovieRating = 300
      store.media.denyExplicitContent = true
    }
    #expect(
      outcome.effects == [
        .setSetting(store: "limits", key: .shieldApplications, value: .tokens([Tokens.wire(1)])),
        .setSetting(store: "limits", key: .maximumMovieRating, value: .rating(300)),
        .setSetting(store: "limits", key: .denyExplicitContent, value: .bool(true)),
      ])
  }

  @Test func `changing one setting in place is one effect (C8)`() throws {
    var snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
    snapshot.stores = [
      StoreSnapshot(
        name: "Default",
        settings: [.shieldApplications: .tokens([Tokens.wire(1), Tokens.wire(2)]), .denySiri: .bool(true)])
    ]
    let outcome = try CallbackHarness.run(snapshot: snapshot) {
      ManagedSettingsStore().shield.applications?.remove(Tokens.application(1))
    }
    #expect(
      outcome.effects == [.setSetting(store: "Default", key: .shieldApplications, value: .tokens([Tokens.wire(2)]))])
  }

  @Test func `a group that is assigned back writes each assigned setting once, in the order of the last changes`()
    throws
  {
    let outcome = try CallbackHarness.run {
      let store = ManagedSettingsStore()
      var media = store.media
      media.maximumMovieRating = 300
      media.denyExplicitContent = true
      media.maximumTVShowRating = 200
      media.maximumMovieRating = 400
      store.media = media
    }
    #expect(
      outcome.effects == [
        .setSetting(store: "Default", key: .denyExplicitContent, value: .bool(true)),
        .setSetting(store: "Default", key: .maximumTVShowRating, value: .rating(200)),
        .setSetting(store: "Default", key: .maximumMovieRating, value: .rating(400)),
      ])
  }

  @Test func `a 51st token keeps the old set and refuses the reply (G5, §4, C4)`() throws {
    let outcome = try CallbackHarness.run {
      let store = ManagedSettingsStore()
      store.shield.applications = Set((1...50).map(Tokens.application))
      store.shield.applications = Set((1...51).map(Tokens.application))
      #expect(store.shield.applications?.count == 50)
    }
    #expect(outcome.effects.isEmpty)
    #expect(outcome.error?.code == .effectViolation)
    #expect(outcome.error?.violation == "limit.shieldApplications")
    #expect(outcome.error?.maximum == 50)
    #expect(outcome.error?.actual == 51)
  }

  @Test func `in compat a set of 51 tokens reads back nil (G5, §4)`() throws {
    let outcome = try CallbackHarness.run(behaviour: .appleCompatible) {
      let store = ManagedSettingsStore()
      store.shield.applications = Set((1...51).map(Tokens.application))
      #expect(store.shield.applications == nil)
    }
    #expect(outcome.effects == [.setSetting(store: "Default", key: .shieldApplications, value: nil)])
  }

  @Test func `the 51st named store is refused, not counting Default (§4)`() throws {
    var snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
    snapshot.stores = (1...50).map { StoreSnapshot(name: "store \($0)", settings: [.denySiri: .bool(true)]) }
    let accepted = try CallbackHarness.run(snapshot: snapshot) { ManagedSettingsStore().siri.denySiri = true }
    #expect(accepted.error == nil)
    let refused = try CallbackHarness.run(snapshot: snapshot) {
      ManagedSettingsStore(named: .init("one more")).siri.denySiri = true
    }
    #expect(refused.error?.violation == "limit.namedStores")
  }

  @Test(arguments: ["https://a.example/c", "*.a.example", "", "a.example:80", "192.0.2.1", "-a.example"])
  func `refuses a domain that is not a bare host name (M11, §8)`(_ domain: String) throws {
    let outcome = try CallbackHarness.run {
      ManagedSettingsStore().webContent.blockedByFilter = .specific([WebDomain(domain: domain)])
    }
    #expect(outcome.error?.violation == "domain.invalid")
  }

  @Test func `writes a domain in lower case (M11)`() throws {
    let outcome = try CallbackHarness.run {
      ManagedSettingsStore().webContent.blockedByFilter = .auto([WebDomain(domain: "News.Example")])
    }
    let filter = SettingValue.webFilter(.auto(domains: [.domain("news.example")], except: []))
    #expect(outcome.effects == [.setSetting(store: "Default", key: .blockedByFilter, value: filter)])
  }

  @Test func `refuses a rating out of range, compat clamps it (M12, §4)`() throws {
    let strict = try CallbackHarness.run { ManagedSettingsStore().appStore.maximumRating = 1_001 }
    #expect(strict.error?.violation == "range.rating")
    let compat = try CallbackHarness.run(behaviour: .appleCompatible) {
      ManagedSettingsStore().appStore.maximumRating = 1_001
    }
    #expect(compat.effects == [.setSetting(store: "Default", key: .maximumRating, value: .rating(1_000))])
  }

  @Test func `a write without approval is a violation, compat drops it (A11)`() throws {
    let snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .denied)
    let strict = try CallbackHarness.run(snapshot: snapshot) { ManagedSettingsStore().siri.denySiri = true }
    #expect(strict.error?.violation == "unauthorized")
    let compat = try CallbackHarness.run(behaviour: .appleCompatible, snapshot: snapshot) {
      ManagedSettingsStore().siri.denySiri = true
    }
    #expect(compat.error == nil)
    #expect(compat.effects.isEmpty)
  }

  @Test func `a write in a sealed process has no effect, and the callback succeeds (C16)`() throws {
    let item = ShieldConfigurationArguments.Item(kind: .application, token: Tokens.wire(1), name: "Game")
    let outcome = try CallbackHarness.run(
      point: .shieldConfiguration,
      callback: .shieldConfiguration(.init(item: item, category: nil, isRedraw: false))
    ) { ManagedSettingsStore().siri.denySiri = true }
    #expect(outcome.error == nil)
    #expect(outcome.effects.isEmpty)
  }

  @Test func `a failed attempt undoes its writes and throws the violation`() throws {
    let outcome = try CallbackHarness.run {
      let store = ManagedSettingsStore()
      store.siri.denySiri = true
      #expect(throws: EffectViolation.self) {
        try EffectTransaction.attempt {
          store.passcode.lockPasscode = true
          store.appStore.maximumRating = -1
        }
      }
      #expect(store.passcode.lockPasscode == nil)
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects == [.setSetting(store: "Default", key: .denySiri, value: .bool(true))])
  }

  @Test func `stores exist while they hold a value or are inactive (M6)`() throws {
    _ = try CallbackHarness.run {
      let store = ManagedSettingsStore(named: .init("b"))
      #expect(ManagedSettingsStore.stores.isEmpty)
      store.siri.denySiri = true
      #expect(ManagedSettingsStore.stores == [.init("b")])
      store.clearAllSettings()
      #expect(ManagedSettingsStore.stores.isEmpty)
      store.isActive = false
      #expect(ManagedSettingsStore.stores == [.init("b")])
      store.deleteStore()
      #expect(store.isActive)
    }
  }

  @Test func `the effective media values are the snapshot's, with or without approval (M9, A11)`() throws {
    var snapshot = Snapshot(environment: CallbackHarness.environment)
    snapshot.effective = EffectiveMedia(denyExplicitContent: true, maximumMovieRating: 200)
    _ = try CallbackHarness.run(snapshot: snapshot) {
      let store = ManagedSettingsStore()
      #expect(store.effectiveDenyExplicitContent)
      #expect(store.effectiveMaximumMovieRating == 200)
      #expect(store.effectiveMaximumTVShowRating == 1_000)
    }
  }

  @Test func `refreshing replaces rotated tokens and reports revoked ones in place`() throws {
    var snapshot = Snapshot(environment: CallbackHarness.environment)
    snapshot.tokens = [
      TokenStatus(token: Tokens.wire(1), status: .rotated, to: Tokens.wire(9)),
      TokenStatus(token: Tokens.wire(2), status: .revoked),
    ]
    _ = try CallbackHarness.run(snapshot: snapshot) {
      var tokens = [Tokens.application(3), Tokens.application(1), Tokens.application(2)]
      #expect(throws: TokenRefreshError.self) { try ManagedSettingsStore.refresh(&tokens) }
      #expect(tokens == [Tokens.application(3), Tokens.application(9), Tokens.application(2)])
      #expect(tokens[2]._status == .revoked)
    }
  }

  @Test func `the verdict names store, rule and the exception that did not apply (M8, G4, §7)`() throws {
    _ = try CallbackHarness.run {
      ManagedSettingsStore(named: .init("a")).shield.applicationCategories = .all(except: [Tokens.application(1)])
      ManagedSettingsStore(named: .init("b")).shield.applications = [Tokens.application(1)]
      let verdict = FamilyState.current.verdict(for: Tokens.application(1))
      #expect(verdict.isShielded)
      #expect(verdict.store == "b")
      #expect(verdict.rule == .direct)
      #expect(verdict.missedException == "a")
    }
  }

  @Test func `distinguishes an empty value from none when it is read back (M3)`() throws {
    let outcome = try CallbackHarness.run {
      let store = ManagedSettingsStore()
      store.shield.applications = []
      store.shield.webDomainCategories = ShieldSettings.ActivityCategoryPolicy.none
      store.siri.denySiri = false
      store.webContent.blockedByFilter = WebContentSettings.FilterPolicy.none
      store.safari.cookiePolicy = .always
      #expect(store.shield.applications == [])
      #expect(store.shield.webDomainCategories == ShieldSettings.ActivityCategoryPolicy.none)
      #expect(store.siri.denySiri == false)
      #expect(store.webContent.blockedByFilter == WebContentSettings.FilterPolicy.none)
      #expect(store.shield.webDomains == nil)
      #expect(store.passcode.lockPasscode == nil)
      store.siri.denySiri = nil
      #expect(store.siri.denySiri == nil)
    }
    #expect(outcome.effects.count == 6)
  }

  @Test func `the values of an inactive store stay readable (M5)`() throws {
    let outcome = try CallbackHarness.run {
      let store = ManagedSettingsStore(named: .init("s"))
      #expect(store.isActive)
      store.siri.denySiri = true
      store.isActive = false
      #expect(store.siri.denySiri == true)
      #expect(!store.isActive)
      #expect(!ManagedSettingsStore(named: .init("s")).isActive)
    }
    #expect(outcome.effects.last == .setStoreActive(store: "s", isActive: false))
  }

  @Test func `keeps settings that no Linux device enforces (M13)`() throws {
    let outcome = try CallbackHarness.run {
      let store = ManagedSettingsStore()
      store.cellular.lockESIM = true
      store.gameCenter.denyMultiplayerGaming = true
      store.siri.denySiri = true
      store.application.denyAppRemoval = true
      #expect(store.cellular.lockESIM == true)
      #expect(store.gameCenter.denyMultiplayerGaming == true)
    }
    #expect(outcome.error == nil)
    #expect(outcome.effects.count == 4)
  }

  @Test func `has Apple's defaults and bounds (M12, §3)`() {
    #expect(MediaSettings.maximumMovieRating.bounds == 0...1_000)
    #expect(MediaSettings.maximumTVShowRating.defaultValue == 1_000)
    #expect(AppStoreSettings.maximumRating.bounds == 0...1_000)
    #expect(SafariSettings.cookiePolicy.defaultValue == .always)
    #expect(ShieldSettings.applications.defaultValue == [])
    #expect(SiriSettings.denySiri.defaultValue == false)
    #expect(ManagedSettingsStore.Name.default.rawValue == "Default")
  }

  @Test func `the published media values change with the snapshot (M9)`() throws {
    var snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .approved)
    snapshot.effective = EffectiveMedia(denyExplicitContent: true, maximumMovieRating: 200)
    let after = snapshot
    _ = try CallbackHarness.run(
      point: .app, snapshot: Snapshot(environment: CallbackHarness.environment, authorization: .approved),
      callback: .activate(.init(reason: .launch, openRequest: nil)),
      answer: { _, _ in .success(CommitResult(revision: 1, snapshot: after).wire) }
    ) {
      let store = ManagedSettingsStore()
      #expect(store.effectiveMaximumMovieRating == 1_000)
      let session = try #require(ExtensionSession.current)
      try session.writeOrThrow(
        .setSetting(store: "Default", key: .maximumMovieRating, value: .rating(200)), asksHost: true)
      #expect(store.effectiveMaximumMovieRating == 200)
      #expect(store.effectiveDenyExplicitContent)
    }
  }
}
