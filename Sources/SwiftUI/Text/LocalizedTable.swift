// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The `Localizable` tables of the bundle, read once for each language.
final class LocalizedTable: @unchecked Sendable {
  static let main = LocalizedTable(folder: Bundle.main.bundleURL)

  private let folder: URL
  // SAFETY: `tables` is only used while `lock` is held.
  private let lock = NSLock()
  private var tables: [String: [String: String]] = [:]

  init(folder: URL) { self.folder = folder }

  func string(for key: String, locale: Locale) -> String? {
    let identifier = locale.identifier.replacingOccurrences(of: "_", with: "-")
    let language = identifier.prefix { $0 != "-" }
    return table(identifier)[key] ?? table(String(language))[key]
  }

  private func table(_ name: String) -> [String: String] {
    lock.withLock {
      if let table = tables[name] { return table }
      let file = folder.appendingPathComponent("\(name).lproj/Localizable.strings")
      let content = (try? Data(contentsOf: file)).flatMap {
        try? PropertyListSerialization.propertyList(from: $0, format: nil)
      }
      let table = content as? [String: String] ?? [:]
      tables[name] = table
      return table
    }
  }
}
