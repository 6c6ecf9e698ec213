// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import Surfaces

/// 1. An accepted tree is accepted in its canonical form as the same tree. 2. It is drawn on every surface or refused
/// with an error; it is never drawn partially, and none of its text becomes markup.
enum ViewTarget {
  /// 2026-11-21 15:00 UTC.
  private static let environment = DrawEnvironment(now: 1_795_273_200_000)
  private static let chrome = SurfaceChrome(familyName: "Homework", title: "Today")
  private static let frames = [Extent(360_000, 420_000), Extent(1_000, 1_000)]

  static func check(_ line: [UInt8]) throws(Disagreement) -> Bool {
    guard let value: WireValue = try? JSONCodec(limits: .report).decode(line) else { return false }
    var isTaken = try checkShield(value)
    for point in [ViewContext.Point.report, .window, .widget] { isTaken = try check(value, at: point) || isTaken }
    return isTaken
  }

  private static func check(_ value: WireValue, at point: ViewContext.Point) throws(Disagreement) -> Bool {
    let context = ViewContext(point: point, urlSchemes: ["homework"], urlHosts: ["example.org"])
    guard let tree = try? ViewTree(value, in: context) else { return false }
    guard let again = try? ViewTree(tree.wire, in: context) else {
      throw Disagreement("a tree is refused in its canonical form")
    }
    try require(again.root == tree.root && again.nodeCount == tree.nodeCount, "a tree differs after a round trip")
    for frame in frames {
      guard
        let surface = try? ReportSurface(tree, frame: frame, chrome: chrome, environment: environment)
      else { continue }
      try checkMarkup(surface.svg(.light))
      try checkMarkup(surface.html())
      if let text = try? surface.terminal(columns: 80) { try checkTerminal(text) }
    }
    return true
  }

  private static func checkShield(_ value: WireValue) throws(Disagreement) -> Bool {
    guard let content = try? ShieldContent(configuration: value, assets: AssetCatalog()) else { return false }
    let again = try? ShieldContent(configuration: value, assets: AssetCatalog())
    try require(again == content, "two readings of a shield differ")
    return true
  }

  /// Checks that the page runs and fetches nothing.
  private static func checkMarkup(_ text: String) throws(Disagreement) {
    let bytes = Array(text.utf8)
    for word in ["<script", "<iframe", "<object", "<foreignobject", "=\"javascript:"] {
      try require(!contains(bytes, Array("\(word)".utf8)), "the page contains \(word)")
    }
  }

  /// Checks that there is no escape sequence; without colour the host writes none.
  private static func checkTerminal(_ text: String) throws(Disagreement) {
    let refused = text.unicodeScalars.first { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) }
    try require(refused == nil, "the terminal is sent U+\(String(refused?.value ?? 0, radix: 16, uppercase: true))")
  }

  /// Whether the text contains the word, ignoring the case of ASCII letters.
  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard text.count >= word.count else { return false }
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    return (0...text.count - word.count).contains { start in
      text[start] == word[0] && word.indices.allSatisfy { lower(text[start + $0]) == word[$0] }
    }
  }
}
