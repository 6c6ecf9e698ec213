// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
package import ScreenTimeRules
import ScreenTimeStore

/// The device's other settings: the operator's configuration, and the categories and names of items. Sets are sorted,
/// so that the same run has the same header.
package struct RecordedSettings: Hashable, Codable, Sendable {
  package var turns: TurnWidth
  package var registry: Registry
  package var names: [Item: String]
  package var organs: [EnforcementCapability]
  package var limits: RuleLimits
  package var authorization: Authorization
  package var deviceModel: String
  package var acceptedMissing: [String]
  package var firstWeekday: Int64
  package var uses24Hour: Bool
  /// The number of days for which use is kept, which limits how far back reports go.
  package var retentionDays: Int

  init(_ configuration: HostConfiguration) {
    turns = configuration.turns
    registry = Registry(configuration.registry)
    names = configuration.names
    organs = configuration.organs.sorted { $0.rawValue < $1.rawValue }
    limits = configuration.limits
    authorization = Authorization(configuration.authorization)
    deviceModel = configuration.deviceModel
    acceptedMissing = configuration.acceptedMissing.sorted()
    firstWeekday = configuration.environment.firstWeekday
    uses24Hour = configuration.environment.uses24Hour
    retentionDays = configuration.retention.use
  }

  /// The settings of a redacted recording, which contains no names.
  init() {
    (turns, registry, names, organs) = (.one, Registry(ItemRegistry()), [:], [])
    (limits, authorization, deviceModel) = (RuleLimits(), Authorization(AuthorizationPolicy()), "")
    (acceptedMissing, firstWeekday, uses24Hour, retentionDays) = ([], 2, true, Retention.standard.use)
  }

  /// The categories and relations of items.
  package struct Registry: Hashable, Codable, Sendable {
    private var categories: [Item: Item]
    private var links: [Item: ItemSet]
    private var bundleIdentifiers: [Item: String]
    private var adultDomains: [String]
    private var exemptApplications: [Item]
    private var browsers: [Item]

    init(_ registry: ItemRegistry) {
      categories = registry.categories
      links = registry.links
      bundleIdentifiers = registry.bundleIdentifiers
      adultDomains = registry.adultDomains.sorted()
      exemptApplications = registry.exemptApplications.sorted()
      browsers = registry.browsers.sorted()
    }

    var value: ItemRegistry {
      ItemRegistry(
        categories: categories, links: links, bundleIdentifiers: bundleIdentifiers, adultDomains: Set(adultDomains),
        exemptApplications: Set(exemptApplications), browsers: Set(browsers))
    }
  }

  /// The policy for authorization requests.
  package struct Authorization: Hashable, Codable, Sendable {
    private var person: AuthorizationPolicy.Person
    private var authenticators: [Authenticator]
    private var forbiddenFamilies: [FamilyID]
    private var promptsAnHour: Int

    init(_ policy: AuthorizationPolicy) {
      person = policy.person
      authenticators = policy.authenticators.sorted { $0.rawValue < $1.rawValue }
      forbiddenFamilies = policy.forbiddenFamilies.sorted()
      promptsAnHour = policy.promptsAnHour
    }

    var value: AuthorizationPolicy {
      AuthorizationPolicy(
        person: person, authenticators: Set(authenticators), forbiddenFamilies: Set(forbiddenFamilies),
        promptsAnHour: promptsAnHour)
    }
  }
}
