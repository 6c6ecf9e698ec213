// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// The role of an item in the public script. Which item has the role is a secret of the world.
package enum Role: String, CaseIterable, Hashable, Sendable {
  /// Applications that the person picked.
  case picked0, picked1, picked2, picked3
  /// A web domain that the person picked.
  case site
  /// Applications that are used but were not picked.
  case private0, private1, private2
  /// A web domain that was not picked.
  case privateSite

  package var kind: Item.Kind { self == .site || self == .privateSite ? .webDomain : .application }
  package var isPicked: Bool { [.picked0, .picked1, .picked2, .picked3, .site].contains(self) }

  /// Categories are public: there are twelve, and moving an item to another category would change a declared output.
  var category: Item {
    switch self {
    case .picked0, .picked1, .private0: .category("1")
    case .picked2, .private1: .category("6")
    case .picked3, .site: .category("2")
    case .private2, .privateSite: .category("4")
    }
  }

  /// The role's name in a report.
  package var spoken: String {
    switch self {
    case .picked0, .picked1, .picked2, .picked3: "picked item \(rawValue.suffix(1))"
    case .site: "picked site"
    case .private0, .private1, .private2: "unpicked item \(rawValue.suffix(1))"
    case .privateSite: "unpicked site"
    }
  }
}
