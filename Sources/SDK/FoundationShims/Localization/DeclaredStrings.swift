// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// Words that the program itself holds, in every language: behind the sealed wall no table can be opened.
///
/// `sallyport adopt` writes them from string catalogs, `.strings` and `.stringsdict` files.
package final class DeclaredStrings: Sendable {
  package static let shared = DeclaredStrings()

  /// One table as it is declared.
  struct Table: Decodable, Sendable {
    var name: String
    /// The language that stands in where the person's is missing.
    var source: String
    /// Languages to keys to words by plural category; what has no plural has the category “other” alone.
    var languages: [String: [String: [String: String]]]
  }

  private struct State {
    var unread: [String] = []
    var tables: [Table] = []
  }

  private let state = Mutex(State())

  /// Keeps a text for later: nothing is read before the first look-up, so a start costs nothing.
  func declare(_ json: String) { state.withLock { $0.unread.append(json) } }

  /// The words of the person's language, else of the source language.
  ///
  /// - Parameter count: the number that the words speak of.
  func word(for key: String, in table: String, locale: Locale, count: Int?) -> String? {
    let identifier = locale.identifier.replacingOccurrences(of: "_", with: "-")
    let language = String(identifier.prefix { $0 != "-" })
    for candidate in tables where candidate.name == table {
      for name in [identifier, candidate.regional(identifier, language), language, candidate.source] {
        guard let name, let forms = candidate.languages[name]?[key] else { continue }
        let category = count.map { PluralCategory(of: $0, in: name).rawValue }
        if let word = category.flatMap({ forms[$0] }) ?? forms["other"] ?? forms.values.first { return word }
      }
    }
    return nil
  }

  private var tables: [Table] {
    state.withLock { state in
      for text in state.unread {
        state.tables += (try? JSONDecoder().decode([Table].self, from: Data(text.utf8))) ?? []
      }
      state.unread = []
      return state.tables
    }
  }
}

extension DeclaredStrings.Table {
  /// `zh-Hans` for a person in `zh-Hans-CN`.
  fileprivate func regional(_ identifier: String, _ language: String) -> String? {
    languages.keys.filter { $0 != language && identifier.hasPrefix($0 + "-") }.max { $0.count < $1.count }
  }
}

/// Called by the file that `sallyport adopt` writes, before anything is drawn.
public func _declareStrings(_ json: String) { DeclaredStrings.shared.declare(json) }

/// What `NSLocalizedString` means in an adopted source: Foundation's own looks for files.
public func _localizedString(_ key: String, _ table: String?, _ bundle: Bundle, _ value: String) -> String {
  let declared = DeclaredStrings.shared.word(
    for: key, in: table.flatMap { $0.isEmpty ? nil : $0 } ?? "Localizable", locale: PersonLocale.current, count: nil)
  return declared ?? bundle.localizedString(forKey: key, value: value, table: table)
}
