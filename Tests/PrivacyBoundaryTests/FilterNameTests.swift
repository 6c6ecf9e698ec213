// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import Testing

/// Host names of a web filter that are no bare host names, which the rules refuse by name.
@Suite struct FilterNameTests {
  @Test(arguments: ["example.org.", "example.org:80", "me@example.org", "*.example.org", "a b", "example..org", "."])
  func `a name in ASCII that is no bare host name reaches the rules as it was written`(_ name: String) throws {
    let resolver = EffectResolver(
      registry: try BoundaryFixture().registry, family: "homework", behaviour: .strict,
      now: Timestamp(milliseconds: 9))
    let filter = ExtensionProtocol.SettingValue.webFilter(.specific(domains: [.domain(name)]))
    let resolved = try resolver.resolve([.setSetting(store: "s", key: .blockedByFilter, value: filter)])
    let expected = RuleEffect.setSetting(
      store: "s", key: .blockedByFilter, value: .webFilter(.specific([.name(name)])))
    #expect(resolved.ruleEffects.map(\.effect) == [expected])
  }
}
