// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Surfaces

@Suite struct FactSheetTests {
  private let sheet = FactSheet(
    title: "Home<work>\u{202E}", when: "14 Nov to 20 Nov",
    standing: ["granted 3 Nov by you", "all protections on (T1)"],
    facts: [
      .init(
        "could tell", ["Games reached 45 minutes on 4 days, to within 15 minutes", "you pressed it twice"], tone: .told),
      .init("tried and was stopped", []),
    ], acts: [.init("end everything", command: "sallyport revoke homework")])

  @Test func `lines fit the terminal, and an empty fact shows “nothing”`() {
    let lines = sheet.terminal(columns: 60).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(lines.first == "HOME<WORK>\\u{202e}, 14 Nov to 20 Nov")
    #expect(lines.contains("tried and was stopped   nothing"))
    #expect(lines.last == "end everything   sallyport revoke homework")
    #expect(!sheet.terminal(columns: 60).unicodeScalars.contains("\u{202E}"))
  }

  @Test func `a page loads nothing, runs nothing, and applies only its own style`() throws {
    let html = FactSheet.html([sheet, sheet], title: "Privacy ledger", language: "en_GB")
    #expect(html.contains("default-src 'none'"))
    #expect(!html.contains("<script") && !html.contains("http://") && !html.contains("https://"))
    #expect(html.contains("Home&lt;work&gt;"))
    #expect(html.components(separatedBy: "<section>").count == 3)
    #expect(html.contains("'sha256-\(FactStylesheet.hash)'"))
    #expect(FactStylesheet.hash == Data(SHA256.digest(Array(FactStylesheet.text.utf8))).base64EncodedString())
  }
}
