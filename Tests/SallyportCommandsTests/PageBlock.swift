// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A fenced block of a page.
struct PageBlock: Sendable {
  var language: String
  /// The name of the file in the block, or the directory of its commands.
  var name: String
  var text: String

  var lines: [String] { text.split(separator: "\n").map(String.init) }

  static func all(in page: String) throws -> [PageBlock] {
    all(inText: try String(contentsOfFile: "\(SallyportProgram.root)/\(page)", encoding: .utf8))
  }

  static func all(inText text: String) -> [PageBlock] {
    // Every second piece between fences is a block.
    text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 1 }.map { _, piece in
      let (head, body) = (piece.prefix { $0 != "\n" }, piece.drop { $0 != "\n" }.dropFirst())
      let words = head.split(separator: " ").map(String.init)
      return PageBlock(language: words.first ?? "", name: words.dropFirst().first ?? "", text: body + "\n")
    }
  }
}
