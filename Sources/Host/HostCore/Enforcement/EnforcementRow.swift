// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeVocabulary

/// What carries out a point, an effect or a setting on the device of this release.
package struct EnforcementRow: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case point(ExtensionPoint)
    case effect(Effect.Kind)
    case setting(SettingKey)

    package var name: String {
      switch self {
      case .point(let point): point.rawValue
      case .effect(let kind): kind.rawValue
      case .setting(let key): key.rawValue
      }
    }
  }

  package enum Carrier: String, Hashable, Sendable, CaseIterable {
    /// It is accepted and kept, and has no consequence.
    case nothing
    /// The virtual device: its rules, its timeline and the next requests to the family.
    case device
    /// A page that the host draws.
    case page
  }

  package var subject: Subject
  package var carrier: Carrier
  /// Its effect as seen from outside.
  package var consequence: String
}
