// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import ManagedSettings
import Synchronization
import Testing

@Suite struct ManagedSettingsStoreTests {
  @Test func `a write is readable at once and leaves with the reply`() throws {
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

  @Test func `changing one setting in place is one effect`() throws {
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

  @Test func `the 51st token keeps the old set and refuses the reply`() throws {
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

  @Test func `appleCompatible reads the 51st token back as nil`() throws {
    let outcome = try CallbackHarness.run(behaviour: .appleCompatible) {
      let store = ManagedSettingsStore()
      store.shield.applications = Set((1...51).map(Tokens.application))
      #expect(store.shield.applications == nil)
    }
    #expect(outcome.effects == [.setSetting(store: "Default", key: .shieldApplications, value: nil)])
  }

  @Test func `the 51st named store is refused, Default is not counted`() throws {
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
  func `refuses a domain that is no bare host name`(_ domain: String) throws {
    let outcome = try CallbackHarness.run {
      ManagedSettingsStore().webContent.blockedByFilter = .specific([WebDomain(domain: domain)])
    }
    #expect(outcome.error?.violation == "domain.invalid")
  }

  @Test func `writes a domain in lower case`() throws {
    let outcome = try CallbackHarness.run {
      ManagedSettingsStore().webContent.blockedByFilter = .auto([WebDomain(domain: "News.Example")])
    }
    let filter = SettingValue.webFilter(.auto(domains: [.domain("news.example")], except: []))
    #expect(outcome.effects == [.setSetting(store: "Default", key: .blockedByFilter, value: filter)])
  }

  @Test func `refuses a rating out of range, compat clamps it`() throws {
    let strict = try CallbackHarness.run { ManagedSettingsStore().appStore.maximumRating = 1_001 }
    #expect(strict.error?.violation == "range.rating")
    let compat = try CallbackHarness.run(behaviour: .appleCompatible) {
      ManagedSettingsStore().appStore.maximumRating = 1_001
    }
    #expect(compat.effects == [.setSetting(store: "Default", key: .maximumAppRating, value: .rating(1_000))])
  }

  @Test func `a write without approval is a violation, compat drops it`() throws {
    let snapshot = Snapshot(environment: CallbackHarness.environment, authorization: .denied)
    let strict = try CallbackHarness.run(snapshot: snapshot) { ManagedSettingsStore().siri.denySiri = true }
    #expect(strict.error?.violation == "unauthorized")
    let compat = try CallbackHarness.run(behaviour: .appleCompatible, snapshot: snapshot) {
      ManagedSettingsStore().siri.denySiri = true
    }
    #expect(compat.error == nil)
    #expect(compat.effects.isEmpty)
  }

  @Test func `a sealed process changes nothing and is still answered`() throws {
    let item = ShieldConfigurationArguments.Item(kind: .application, token: Tokens.wire(1), name: "Game")
    let outcome = try CallbackHarness.run(
      point: .shieldConfiguration,
      callback: .shieldConfiguration(.init(item: item, category: nil, isRedraw: false))
    ) { ManagedSettingsStore().siri.denySiri = true }
    #expect(outcome.error == nil)
    #expect(outcome.effects.isEmpty)
  }

  @Test func `an attempt undoes its writes and throws the violation`() throws {
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

  @Test func `stores exist while they hold a value or are inactive`() throws {
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

  @Test func `the effective media values are the snapshot's`() throws {
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

  @Test func `the verdict names store, rule and a missed exception`() throws {
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
}
