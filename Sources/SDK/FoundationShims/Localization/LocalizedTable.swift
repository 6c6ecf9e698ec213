// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The string tables in a folder, read once per language: `<language>.lproj/<table>.strings`.
package final class LocalizedTable: @unchecked Sendable {
  package static let main = LocalizedTable(folder: Bundle.main.bundleURL)

  private let folder: URL
  // SAFETY: `tables` is only used while `lock` is held.
  private let lock = NSLock()
  private var tables: [String: [String: String]] = [:]

  package init(folder: URL) { self.folder = folder }

  /// Returns the string for a key in the language of the locale, or in that language without its region.
  ///
  /// - Parameter count: The first integer among the values, which determines the plural form.
  package func string(for key: String, in name: String? = nil, locale: Locale, count: Int? = nil) -> String? {
    if self === Self.main {
      let word = DeclaredStrings.shared.word(for: key, in: name ?? "Localizable", locale: locale, count: count)
      if let word { return word }
    }
    let identifier = locale.identifier.replacingOccurrences(of: "_", with: "-")
    let language = String(identifier.prefix { $0 != "-" })
    let name = name ?? "Localizable"
    return table("\(identifier).lproj/\(name)")[key] ?? table("\(language).lproj/\(name)")[key]
  }

  private func table(_ name: String) -> [String: String] {
    lock.withLock {
      if let table = tables[name] { return table }
      let content = (try? Data(contentsOf: folder.appendingPathComponent("\(name).strings"))).flatMap {
        try? PropertyListSerialization.propertyList(from: $0, format: nil)
      }
      let table = content as? [String: String] ?? [:]
      tables[name] = table
      return table
    }
  }
}
