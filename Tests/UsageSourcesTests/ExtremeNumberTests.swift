// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeVocabulary
import Testing
import UsageSources

/// Files of use with a number that no source writes: each is refused with its reason or read, and none stops the program.
@Suite struct ExtremeNumberTests {
  private static let numbers = [
    "-9223372036854775808", "-9007199254740992", "-1", "0", "1", "9007199254740991", "9007199254740992",
    "9223372036854775807", "7258118400000",
  ]

  /// The text with each of its numbers outside of strings replaced, one at a time.
  private static func variants(of text: String) -> [String] {
    var places: [Range<String.Index>] = []
    var (isText, start) = (false, String.Index?.none)
    for index in text.indices {
      let character = text[index]
      if character == "\"" { isText.toggle() }
      let isDigit = !isText && (character.isNumber || character == "." || character == "-")
      if isDigit, start == nil { start = index }
      if !isDigit, let first = start {
        places.append(first..<index)
        start = nil
      }
    }
    return places.flatMap { place in numbers.map { text.replacingCharacters(in: place, with: $0) } }
  }

  @Test func `no number in a record of use stops the program`() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/samples.md"),
      encoding: .utf8)
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("{\"v\":1,\"source\"") }
    let whole = lines.joined(separator: "\n") + "\n"
    let variants = Self.variants(of: whole)
    #expect(variants.count > 200)
    var refused = 0
    for variant in variants {
      let file = try UsageFile(contents: Data(variant.utf8))
      for line in file.badLines { #expect(!line.description.isEmpty) }
      refused += file.badLines.isEmpty ? 0 : 1
      let timeline = UsageTimeline(file.samples)
      #expect(timeline.spans.allSatisfy { $0.start < $0.end && $0.start.milliseconds >= 0 })
    }
    #expect(refused > variants.count / 3)
  }

  @Test func `no number in an ActivityWatch export stops the program`() throws {
    let events = [
      SampleFixture.event(10, 5, #""app":"Firefox","title":"t""#),
      SampleFixture.event(0, 9, #""app":"Code","title":"t""#),
    ]
    let presence = [SampleFixture.event(0, 30, #""status":"not-afk""#)]
    let export = SampleFixture.export([
      ("aw-watcher-window_h", "currentwindow", events), ("aw-watcher-afk_h", "afkstatus", presence),
    ])
    let variants = Self.variants(of: String(decoding: export, as: UTF8.self))
    #expect(variants.count > 50)
    for variant in variants {
      do {
        let timeline = UsageTimeline(try ActivityWatchImport(contents: Data(variant.utf8)).samples)
        #expect(timeline.spans.allSatisfy { $0.start < $0.end })
      } catch { #expect(!"\(error)".isEmpty) }
    }
  }
}
