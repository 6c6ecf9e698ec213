// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The expansion of `@Entry` on an environment property: a key with the default value, and accessors that use it.
struct EntryExpansion {
  private let name: String
  private let type: String?
  private let value: String?

  /// - Parameter declaration: the property's source text with its attributes.
  /// - Returns: `nil` if it isn't a property with a value or an optional type.
  init?(_ declaration: String) {
    let pattern = /\bvar\s+`?(\w+)`?\s*(?::\s*([^={]+?))?\s*(?:=\s*(.+))?$/.dotMatchesNewlines()
    let source = declaration.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let match = source.firstMatch(of: pattern) else { return nil }
    name = String(match.output.1)
    type = match.output.2.map(String.init)
    value = match.output.3.map(String.init) ?? (match.output.2?.hasSuffix("?") == true ? "nil" : nil)
    guard value != nil else { return nil }
  }

  var accessors: String {
    "{\nget { self[__Key_\(name).self] }\nset { self[__Key_\(name).self] = newValue }\n}"
  }

  var key: String {
    let value = value ?? "nil"
    let property =
      type.map { "static var defaultValue: \($0) { \(value) }" }
      ?? "static let defaultValue = \(value)"
    return "private struct __Key_\(name): SwiftUI.EnvironmentKey {\n\(property)\n}"
  }
}
