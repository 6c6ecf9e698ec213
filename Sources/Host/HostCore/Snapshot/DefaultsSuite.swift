// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The storage of user defaults: group suites belong to the family, `standard` to one executable (C12).
enum DefaultsSuite {
  static let standard = "standard"

  /// The key in the rules' state for the suite that a program at `point` calls `name`.
  static func key(for name: String, at point: ExtensionPoint) -> String {
    name == standard ? "\(standard)@\(point.rawValue)" : name
  }
}
