// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The extension folders next to these tests, in the style of Xcode's templates and of extensions based on them.
enum TemplateFolders {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Templates").path

  /// Folder names such as `T01-PlainMonitor`.
  static let all: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).filter { $0.hasPrefix("T") }.sorted()

  static func path(_ name: String) -> String { "\(root)/\(name)" }

  /// The family of a template; each template has its own.
  static func family(_ name: String) -> String { String(name.prefix(3)).lowercased() }

  /// The path of the repository, which is also the SDK.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
}
