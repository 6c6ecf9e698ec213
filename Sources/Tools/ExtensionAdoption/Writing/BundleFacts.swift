// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// What an extension's code reads of its own bundle. No process in the wall finds an `Info.plist`, and much published
/// code says `Bundle.main.bundleIdentifier!`; so the module gets members of its own, which hide Foundation's.
struct BundleFacts {
  /// Texts of the property list, and the keys that Xcode adds to each.
  let values: [String: String]

  /// - Parameters:
  ///   - identifier: what the project says; it wins over the list, where a variable often stands instead.
  ///   - fallback: the extension's name in the host, for folders that come without either.
  init(_ info: ExtensionInfo?, identifier: String?, name: String, fallback: String) {
    var values = info?.texts ?? [:]
    values["CFBundleIdentifier"] = identifier ?? values["CFBundleIdentifier"] ?? fallback
    for (key, value) in [
      ("CFBundleName", name), ("CFBundleDisplayName", name), ("CFBundleExecutable", name),
      ("CFBundleShortVersionString", "1.0"), ("CFBundleVersion", "1"),
    ] where values[key] == nil {
      values[key] = value
    }
    self.values = values
  }

  /// The file for these sources; `nil` when none of them asks.
  func text(for sources: [SwiftSource]) -> String? {
    let words = ["bundleIdentifier", "infoDictionary", "object(forInfoDictionaryKey"]
    guard
      sources.contains(where: { source in words.contains { word in source.text.code.contains { $0.contains(word) } } })
    else { return nil }
    let entries = values.sorted { $0.key.precedesInUTF8($1.key) }.map {
      "  \(AssetSymbols.literal($0.key)): \(AssetSymbols.literal($0.value)),"
    }
    return """
      // Made by `sallyport adopt`: what the extension's code reads of its bundle.
      import Foundation

      extension Bundle {
        var bundleIdentifier: String? { sallyportBundleFacts["CFBundleIdentifier"] }
        var infoDictionary: [String: Any]? { sallyportBundleFacts }
        func object(forInfoDictionaryKey key: String) -> Any? { sallyportBundleFacts[key] }
      }

      private let sallyportBundleFacts: [String: String] = [
      \(entries.joined(separator: "\n"))
      ]

      """
  }
}
