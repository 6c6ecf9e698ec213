// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

/// Localised strings that are part of the executable, because a sealed process can't open string tables.
///
/// `sallyport adopt` generates them from string catalogs, `.strings` and `.stringsdict` files.
package final class DeclaredStrings: Sendable {
  package static let shared = DeclaredStrings()

  /// A declared table.
  struct Table: Decodable, Sendable {
    var name: String
    /// The language to use if the person's language is missing.
    var source: String
    /// Strings by language, key and plural category. A string without plural forms has only the category “other”.
    var languages: [String: [String: [String: String]]]
  }

  private struct State {
    var unread: [String] = []
    var tables: [Table] = []
  }

  private let state = Mutex(State())

  /// Stores a JSON text and parses it at the first lookup, so that it does not delay the start of the process.
  func declare(_ json: String) { state.withLock { $0.unread.append(json) } }

  /// Returns the string in the person's language or, if there is none, in the source language.
  ///
  /// - Parameter count: The number that determines the plural form.
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
  /// The language with a script, such as `zh-Hans` for the identifier `zh-Hans-CN`.
  fileprivate func regional(_ identifier: String, _ language: String) -> String? {
    languages.keys.filter { $0 != language && identifier.hasPrefix($0 + "-") }.max { $0.count < $1.count }
  }
}

/// Declares strings. Called by the file that `sallyport adopt` generates, before anything is drawn.
public func _declareStrings(_ json: String) { DeclaredStrings.shared.declare(json) }

/// Replaces `NSLocalizedString` in adopted sources, because Foundation's function reads files.
public func _localizedString(_ key: String, _ table: String?, _ bundle: Bundle, _ value: String) -> String {
  let declared = DeclaredStrings.shared.word(
    for: key, in: table.flatMap { $0.isEmpty ? nil : $0 } ?? "Localizable", locale: PersonLocale.current, count: nil)
  return declared ?? bundle.localizedString(forKey: key, value: value, table: table)
}
