// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Where a suite of user defaults is kept: groups belong to the family, `standard` to one executable (C12).
enum DefaultsSuite {
  static let standard = "standard"

  /// The key under which the rules keep what a program at `point` calls `name`.
  static func key(for name: String, at point: ExtensionPoint) -> String {
    name == standard ? "\(standard)@\(point.rawValue)" : name
  }
}
