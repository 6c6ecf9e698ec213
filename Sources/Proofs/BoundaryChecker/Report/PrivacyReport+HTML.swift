// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import PrivacyBoundary
internal import TextEscaping

// MARK: - For a browser

extension PrivacyReport {
  /// One page without scripts or external references (PRIV-SF5).
  package var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>Boundary check of \(Markup.escape(family))</title>
    <style>
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; }
    h1 { font-size: 1.5rem; margin-bottom: 0; }
    .about { color: #555; margin-top: 0.2rem; }
    .verdict { padding: 0.8rem 1rem; border-left: 6px solid; background: #f5f5f5; }
    \(Self.verdictStyle)
    table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
    td, th { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #ddd; }
    td { overflow-wrap: anywhere; }
    </style>
    </head>
    <body>
    <h1>Boundary check of \(family.escaped) \(version.escaped)</h1>
    \(body())
    </body>
    </html>

    """
  }

  /// A colour for each verdict, on a line beside the text, so that no colour carries the meaning alone.
  package static let verdictStyle = """
    .passed { border-color: #1b7f3b; } .open { border-color: #b3261e; } .taken-away { border-color: #0b57d0; }
    .not-testable { border-color: #9a6700; }
    """

  /// The report without its heading, for a page that has more than one part.
  ///
  /// - Parameters:
  ///   - level: the level of its headings.
  ///   - namesFiles: whether it lists the files that it is about.
  package func body(level: Int = 2, namesFiles: Bool = true) -> String {
    """
    <p class="about">\(heading.map(\.escaped).joined(separator: "<br>"))</p>
    <p class="verdict \(verdict.styleClass)">\(verdictSentence.escaped)</p>
    <table>
    <tr><th>Property</th><th>Pairs of worlds</th><th>Result</th></tr>
    \(lines.map(row).joined(separator: "\n"))
    </table>
    \(findings.enumerated().map { leak($0.offset + 1, $0.element, level) }.joined(separator: "\n"))
    \(list("What could have been missed: whatever is smaller or rarer than this", power, level))
    \(list("What time and work told about the secret", told, level))
    \(list("Not testable", notTestable, level))
    \(list("This verdict is about", namesFiles ? subjects : [], level))
    """
  }

  private func row(_ line: Line) -> String {
    let notes = line.notes.map { "<br>\($0.escaped)" }.joined()
    return
      "<tr><td>\(line.property.rawValue) \(line.property.title.escaped)</td><td>\(line.pairs == 0 ? "–" : String(line.pairs))</td>"
      + "<td>\(line.word.escaped)\(notes)</td></tr>"
  }

  private func leak(_ number: Int, _ finding: Finding, _ level: Int) -> String {
    let rows = finding.details(seed: seed, family: family, replay: replays[finding.key]).map {
      "<tr><th>\($0.0.escaped)</th><td>\($0.1.escaped)</td></tr>"
    }
    return "<h\(level)>Leak \(number), \(finding.verdict.rawValue): \(finding.channel.escaped)</h\(level)>\n"
      + "<table class=\"verdict \(finding.verdict.styleClass)\">\(rows.joined())</table>"
  }

  private func list(_ title: String, _ entries: [String], _ level: Int) -> String {
    guard !entries.isEmpty else { return "" }
    return "<h\(level)>\(title)</h\(level)>\n<ul>\(entries.map { "<li>\($0.escaped)</li>" }.joined())</ul>"
  }
}

extension String {
  /// Also isolated for bidirectional text, because the host's sentences contain the family's names.
  fileprivate var escaped: String { Markup.isolated(self) }
}
