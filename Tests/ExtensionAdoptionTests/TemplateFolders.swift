// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The extension folders beside these tests, in the style of Xcode's templates and of what people make of them.
enum TemplateFolders {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Templates").path

  /// `T01-PlainMonitor` and so on.
  static let all: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).filter { $0.hasPrefix("T") }.sorted()

  static func path(_ name: String) -> String { "\(root)/\(name)" }

  /// A family of its own for each.
  static func family(_ name: String) -> String { String(name.prefix(3)).lowercased() }

  /// The repository, which is the SDK.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
}
