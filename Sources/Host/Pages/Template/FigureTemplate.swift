// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// Charts as SVG, colours by class. Each part carries its text, and the table below has the numbers.
struct FigureTemplate {
  private static let width = 640
  private static let rowHeight = 46
  private static let columnHeight = 200

  private let template: PageTemplate

  init(_ template: PageTemplate) { self.template = template }

  func figure(_ figure: Figure) -> String {
    let drawing =
      switch figure.form {
      case .bars: bars(figure)
      case .columns: columns(figure)
      case .lanes: lanes(figure)
      }
    let legend = figure.legend.map { entry in
      "<li><svg class=\"key\" viewBox=\"0 0 12 12\" aria-hidden=\"true\">\(Self.hatching)"
        + "<rect class=\"\(entry.tone.rawValue)\" width=\"12\" height=\"12\"/></svg> \(template.phrase(entry.says))</li>"
    }
    return """
      <figure aria-label="\(Markup.escape(figure.title.text))">
      \(drawing)
      \(legend.isEmpty ? "" : "<ul class=\"legend\">\(legend.joined())</ul>\n")<figcaption>\(template.phrase(figure.title))</figcaption></figure>
      """
  }

  private static let hatching = """
    <defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <path class="stroke" d="M0 0V6"/></pattern></defs>
    """

  // MARK: - Forms

  private func bars(_ figure: Figure) -> String {
    svg(height: max(1, figure.rows.count) * Self.rowHeight, rows(of: figure))
  }

  /// Each row is its label and, below it, its parts, so that a label can be long and large.
  private func rows(of figure: Figure) -> String {
    figure.rows.enumerated().map { index, row in
      let y = index * Self.rowHeight
      return label(row.label, x: 0, y: y + 20, anchor: "start", room: 40)
        + row.parts.map { part in
          rectangle(
            part, x: scaled(part.start, figure, Self.width), y: y + 26,
            width: max(1, scaled(part.length, figure, Self.width)), height: 16)
        }.joined()
    }.joined(separator: "\n")
  }

  private func columns(_ figure: Figure) -> String {
    let step = Self.width / max(1, figure.rows.count)
    let rows = figure.rows.enumerated().map { index, row in
      let x = index * step
      return row.parts.map { part in
        let height = max(1, scaled(part.length, figure, Self.columnHeight))
        return rectangle(
          part, x: x + step / 6, y: Self.columnHeight + 10 - scaled(part.start, figure, Self.columnHeight) - height,
          width: step * 2 / 3, height: height)
      }.joined() + label(row.label, x: x + step / 2, y: Self.columnHeight + 30, anchor: "middle", room: 12)
    }
    let axis = "<path class=\"axis\" d=\"M0 \(Self.columnHeight + 10)H\(Self.width)\"/>"
    return svg(height: Self.columnHeight + 40, (rows + [axis]).joined(separator: "\n"))
  }

  private func lanes(_ figure: Figure) -> String {
    let height = max(1, figure.rows.count) * Self.rowHeight
    let ticks = figure.ticks.enumerated().map { index, tick in
      let x = scaled(tick.at, figure, Self.width)
      let anchor = index == 0 ? "start" : index == figure.ticks.count - 1 ? "end" : "middle"
      return "<path class=\"axis\" d=\"M\(x) 0V\(height)\"/>"
        + "<text x=\"\(x)\" y=\"\(height + 20)\" text-anchor=\"\(anchor)\">\(Markup.escape(tick.says))</text>"
    }
    return svg(height: height + 28, (ticks + [rows(of: figure)]).joined(separator: "\n"))
  }

  // MARK: - Parts

  private func svg(height: Int, _ content: String) -> String {
    """
    <svg class="chart" viewBox="0 0 \(Self.width + 10) \(height)" aria-hidden="true">\(Self.hatching)
    \(content)
    </svg>
    """
  }

  private func scaled(_ value: Int64, _ figure: Figure, _ room: Int) -> Int {
    let clamped = min(max(0, value), figure.whole)
    return Int(clamped.multipliedReportingOverflow(by: Int64(room)).partialValue / figure.whole)
  }

  private func rectangle(_ part: Figure.Part, x: Int, y: Int, width: Int, height: Int) -> String {
    "<rect class=\"\(part.tone.rawValue)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\">"
      + "<title>\(Markup.escape(part.says.text))</title></rect>"
  }

  /// A label that fits; the table has it whole.
  private func label(_ phrase: Phrase, x: Int, y: Int, anchor: String, room: Int) -> String {
    let text = phrase.text
    let short = text.count > room ? text.prefix(room - 1) + "…" : text[...]
    let isName = phrase.parts.contains(where: \.isName)
    return "<text\(isName ? " class=\"name\"" : "") x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">"
      + "\(Markup.escape(String(short)))</text>"
  }
}
