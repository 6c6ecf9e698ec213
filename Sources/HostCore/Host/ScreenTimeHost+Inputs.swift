// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
package import ScreenTimeRules
import ScreenTimeStore

// MARK: - What happens to the device beside use

/// Each is one transaction: durable when the call returns, nothing when it throws.
extension ScreenTimeHost {
  /// The clock was set, or the machine was away and no sample tells of that time (D17).
  package func setClock(to time: Timestamp) throws {
    try durably {
      rules.jump(to: time, in: &state)
      try persist()
    }
  }

  /// A guardian opens an item until an instant (`linux.md` GRT-1).
  package func grant(_ item: Item, until end: Timestamp) throws {
    try durably { try take(rules.grant(item, until: end, in: &state)) }
  }

  /// The operator's own policy changed (M2).
  package func setOperatorStores(_ stores: [String: SettingsStore]) throws {
    try durably { try take(rules.setOperatorStores(stores, in: &state)) }
  }

  /// The person opens a family's app.
  package func open(_ family: FamilyID) throws {
    try durably { try openApp(family, reason: .launch, openRequest: nil) }
  }

  /// The family's token for an item, issued or not; `nil` without a grant.
  package func token(for item: Item, of family: FamilyID) -> WireToken? {
    tokens.token(for: item, of: family.rawValue)?.wireToken
  }

  private func take(_ outcome: Outcome) throws {
    updatePress(for: outcome.shields)
    try persist(owing: outcome.deliveries) { transaction in try savePress(in: transaction) }
    for transition in outcome.shields { try show(transition) }
  }
}
