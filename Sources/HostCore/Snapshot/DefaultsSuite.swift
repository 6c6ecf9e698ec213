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

  /// What a program at `point` calls the suite; `nil` when it is another program's.
  static func name(of key: String, at point: ExtensionPoint) -> String? {
    guard key.hasPrefix("\(standard)@") else { return key }
    return key == Self.key(for: standard, at: point) ? standard : nil
  }
}
