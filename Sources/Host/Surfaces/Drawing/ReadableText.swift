// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// The content as readable text, for assistive technology and for people without pictures (VIEW-30).
struct ReadableText {
  let environment: DrawEnvironment

  /// The HTML, which contains only paragraphs, lists and tables.
  func html(_ node: ViewNode) -> String {
    if node.isHidden { return "" }
    if let label = node.label { return paragraph(label) }
    switch node.content {
    case .text(let text): return paragraph(TextBlock(text, in: environment).plain)
    case .token(let token, _, _): return paragraph(environment.tokens(token)?.name ?? "")
    case .progress(let meter), .gauge(let meter): return paragraph(sentence(meter))
    case .chart(let chart): return table(chart)
    case .unsupported(let type): return paragraph("\(type) can’t be drawn here")
    case .redacted: return paragraph("hidden text")
    case .picker(let picker): return paragraph(picker.title ?? "Choose apps, sites and categories")
    case .report(let surface, _): return environment.reports[surface].map { html($0.root) } ?? paragraph("Report")
    case .list(_, let sections): return sections.map(list).joined()
    default: return node.children.map(html).joined()
    }
  }

  /// The text on one line, for a link's name.
  func line(_ node: ViewNode) -> String {
    if let label = node.label { return label }
    switch node.content {
    case .text(let text): return TextBlock(text, in: environment).plain
    case .token(let token, _, _): return environment.tokens(token)?.name ?? ""
    case .symbol(let name, _): return name
    default: return node.children.map(line).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private func paragraph(_ text: String) -> String { text.isEmpty ? "" : "<p>\(Markup.isolated(text))</p>\n" }

  private func list(_ section: ViewNode.ListSection) -> String {
    let rows = section.rows.map { "<li>\(html($0))</li>\n" }.joined()
    let body = rows.isEmpty ? "" : "<ul>\n\(rows)</ul>\n"
    return (section.header.map(html) ?? "") + body + (section.footer.map(html) ?? "")
  }

  private func sentence(_ meter: MeterContent) -> String {
    let share = meter.fraction(at: environment.now).map { "\($0 / 10) %" }
    return [meter.label?.text(in: environment), meter.current?.text(in: environment) ?? share].compactMap { $0 }
      .joined(separator: ": ")
  }

  private func table(_ chart: ChartContent) -> String {
    let shares = PieShares(chart)
    let rows = chart.marks.enumerated().map { number, mark -> String in
      var cells = [mark.series ?? ""]
      if chart.isPie {
        cells += [LayoutEngine.decimal(mark.angle ?? 0), shares.percent(number)]
      } else {
        cells += [place(mark.x), mark.y.map(LayoutEngine.decimal) ?? ""]
      }
      return "<tr>" + cells.map { "<td>\(Markup.isolated($0))</td>" }.joined() + "</tr>\n"
    }
    return rows.isEmpty ? "" : "<table>\n<tbody>\n\(rows.joined())</tbody>\n</table>\n"
  }

  private func place(_ place: ChartContent.Place?) -> String {
    switch place {
    case .category(let name)?: return name
    case .value(let value)?: return LayoutEngine.decimal(value)
    case .time(let time)?:
      let live = LiveText(now: environment.now, locale: environment.locale, timeZone: environment.timeZone)
      return live.calendarDate(time) + " " + live.clockTime(time)
    case nil: return ""
    }
  }
}
