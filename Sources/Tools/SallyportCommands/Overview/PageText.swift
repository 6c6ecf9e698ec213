// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import TextEscaping

/// A page in the terminal.
struct PageText {
  private let page: Page

  init(_ page: Page) { self.page = page }

  var text: TerminalText {
    let head: [TerminalText] = ["\(page.title.text)", "\(page.says.text)", "as of \(page.asOf)"]
    let notices = page.notices.map { TerminalText("! ") + "\($0.says.text)" }
    return .joined([.joined(notices + head, separator: "\n")] + page.sections.map(section), separator: "\n\n")
  }

  private func section(_ section: Page.Section) -> TerminalText {
    var parts: [TerminalText] = ["\(section.heading.text)"]
    parts += section.text.map { "  \($0.text)" }
    if let table = section.table {
      parts.append(
        TextTable(
          header: table.columns.map { "\($0.uppercased())" },
          rows: table.rows.map { row in
            row.map { cell in
              ([cell.says.text] + cell.controls.map(\.command)).filter { !$0.isEmpty }.joined(separator: "; ")
            }
          }
        ).text)
    }
    if let picker = section.picker { parts.append("  choose with: sallyport pick \(picker.prompt) --app ID") }
    parts += section.controls.map { "  \($0.label.text): \($0.command)" }
    return .joined(parts, separator: "\n")
  }
}
