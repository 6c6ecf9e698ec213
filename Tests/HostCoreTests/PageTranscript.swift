// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Pages
import Testing

@testable import HostCore

/// Pages as lines of text, with everything that a person can read, follow or press.
enum PageTranscript {
  private static let directory = HostProgram.root + "/Tests/Fixtures/Pages/"

  /// Compares lines with a transcript. `SALLYPORT_WRITE_PAGES=1` writes it instead, to be read before it is committed.
  static func compare(_ found: [String], with name: String) throws {
    // No line of a text file ends with spaces.
    let lines = found.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
    let path = directory + name + ".txt"
    if ProcessInfo.processInfo.environment["SALLYPORT_WRITE_PAGES"] == "1" {
      try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let written = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    for (number, (line, expected)) in zip(lines, written).enumerated() where line != expected {
      Issue.record("\(name).txt:\(number + 1)\nexpected \(expected)\nfound    \(line)")
      return
    }
    #expect(lines.count == written.count, "\(lines.dropFirst(written.count).first ?? "")")
  }

  static func lines(of page: Page) -> [String] {
    ["", "# \(page.address.path) \(text(page.title)): \(text(page.says)) (\(page.asOf), \(page.language))"]
      + page.notices.map { "! \(text($0.says))\(link($0.link))" } + page.sections.flatMap(lines)
  }

  private static func lines(of section: Page.Section) -> [String] {
    var lines = [
      "## \(text(section.heading))\(section.anchor.map { " #\($0)" } ?? "")\(section.isFolded ? " (folded)" : "")"
    ]
    lines += section.text.map(text)
    if let figure = section.figure { lines += self.lines(of: figure) }
    if let table = section.table {
      lines.append("| \(text(table.caption)): \(table.columns.joined(separator: " | "))")
      for row in table.rows { lines += self.lines(of: row) }
    }
    if let picture = section.picture {
      // How text is drawn depends on the machine's fonts.
      let isDrawn = picture.light.hasPrefix("<svg") && picture.dark.hasPrefix("<svg") && picture.light != picture.dark
      let brighter = brightness(of: picture.light) > brightness(of: picture.dark) ? "light" : "dark"
      let what = "\(size(of: picture.light)), its colors brighter when \(brighter)"
      lines.append("[\(text(picture.describes))] \(isDrawn ? what : "not drawn")")
    }
    if let picker = section.picker {
      lines.append("picker of \(picker.prompt)\(picker.needsGuardian ? ", guardian" : "")")
      for group in picker.groups {
        let choices = group.choices.map { "\($0.kind) \($0.id) \($0.name)" }
        lines.append("- \(group.name): \(choices.joined(separator: "; "))")
      }
    }
    if let passcode = section.passcode { lines.append("passcode: \(passcode.rawValue)") }
    return lines + section.controls.flatMap(self.lines)
  }

  /// The width and the height of a drawing.
  private static func size(of svg: String) -> String {
    guard let match = svg.prefix(400).firstMatch(of: /width="(\d+)" height="(\d+)"/) else { return "of no size" }
    return "\(match.1) × \(match.2)"
  }

  /// The mean of the colors in a drawing, from 0 to 255.
  private static func brightness(of svg: String) -> Double {
    var (sum, count) = (0, 0)
    for word in svg.utf8.split(separator: UInt8(ascii: "#")).dropFirst() where word.count >= 6 {
      guard let color = Int(String(decoding: word.prefix(6), as: UTF8.self), radix: 16) else { continue }
      sum += (color >> 16) + (color >> 8 & 255) + (color & 255)
      count += 3
    }
    return count == 0 ? 0 : Double(sum) / Double(count)
  }

  private static func lines(of row: [Page.Cell]) -> [String] {
    let cells = row.map { cell in
      text(cell.says) + (cell.milliseconds.map { " [\($0)]" } ?? "") + link(cell.link)
        + (cell.anchor.map { " #\($0)" } ?? "")
    }
    return ["| " + cells.joined(separator: " | ")] + row.flatMap(\.controls).flatMap(lines)
  }

  private static func lines(of figure: Figure) -> [String] {
    var lines = ["\(figure.form) “\(text(figure.title))” of \(figure.whole)"]
    lines += figure.rows.map { row in
      "\(text(row.label)): "
        + row.parts.map { part in
          "\(part.start)+\(part.length) \(part.tone) \(text(part.says))\(link(part.link))"
        }.joined(separator: "; ")
    }
    if !figure.legend.isEmpty {
      lines.append("legend " + figure.legend.map { "\($0.tone) \(text($0.says))" }.joined(separator: "; "))
    }
    if !figure.ticks.isEmpty {
      lines.append("ticks " + figure.ticks.map { "\($0.at) \($0.says)" }.joined(separator: "; "))
    }
    return lines
  }

  private static func lines(of control: Control) -> [String] {
    let notes = [
      control.needsGuardian ? "guardian" : nil, control.isDelayed ? "delayed" : nil,
      control.warning.map { "warning: \(text($0))" },
    ].compactMap(\.self)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let act = (try? encoder.encode(control.act)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let line = (["  (\(text(control.label))) `\(control.command)` \(act)"] + notes).joined(separator: ", ")
    return [line]
      + control.fields.map { field in
        "    \(field.member) “\(text(field.label))” \(field.form) \(field.isOptional ? "optional " : "")"
          + "≤ \(field.most) = “\(field.value)” of "
          + field.options.map { "\($0.value) \($0.says)" }.joined(separator: "; ")
      }
  }

  /// Marks the names from elsewhere, which a page isolates from the text around them.
  private static func text(_ phrase: Phrase) -> String {
    phrase.parts.map { $0.isName ? "‹\($0.text)›" : $0.text }.joined().replacing("\n", with: "⏎")
  }

  private static func link(_ address: PageAddress?) -> String { address.map { " → \($0.path)" } ?? "" }
}
