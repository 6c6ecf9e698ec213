// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension LayoutEngine {
  static let palette: [ColorName] = [
    .blue, .green, .orange, .purple, .red, .teal, .pink, .indigo, .yellow, .mint, .brown, .cyan,
  ]

  func chartSize(_ chart: ChartContent, _ proposal: Proposal) -> Measured {
    let rows = (chart.isPie ? chart.marks.count : 10) * 16_000
    return Measured(proposal.width ?? 300_000, proposal.height ?? (isCells ? rows : 200_000))
  }

  func chartPaint(_ mark: ChartContent.Mark, _ number: Int, _ chart: ChartContent) -> Paint {
    if let paint = mark.paint { return paint }
    let place = mark.series.flatMap { chart.series.firstIndex(of: $0) } ?? (chart.isPie ? number : 0)
    return .named(Self.palette[place % Self.palette.count])
  }

  func placeChart(_ chart: ChartContent, in box: Box, into items: inout [DrawItem]) {
    guard box.width > 0, box.height > 0, box.width < Proposal.infinity, box.height < Proposal.infinity else { return }
    var inside: [DrawItem] = []
    var plot = box
    if chart.legend != false, !chart.series.isEmpty, chart.isPie || chart.series.count > 1 {
      plot.height -= placeLegend(chart, in: box, into: &inside)
    }
    if chart.isPie {
      if !isCells { placePie(chart, in: plot, into: &inside) }
      items.append(.group(.pie(chart, box), isCells ? [] : inside))
    } else {
      placePlot(chart, in: plot, into: &inside)
      items.append(.group(.clip(.rect(box, radius: 0)), inside))
    }
  }

  /// Places the names of the series with their colours at the bottom, and returns the height used.
  private func placeLegend(_ chart: ChartContent, in box: Box, into items: inout [DrawItem]) -> Int {
    let line = isCells ? 16_000 : 18_000
    let dot = 8_000
    var rows: [[(name: String, paint: Paint, width: Int)]] = [[]]
    var used = 0
    for name in chart.series {
      let number = chart.marks.firstIndex { $0.series == name } ?? 0
      let around = isCells ? 16_000 : 20_000
      let width = dot + around + label(name).layout(Proposal(nil, nil)).measured.width
      if used + width > box.width, used > 0 {
        rows.append([])
        used = 0
      }
      used += width
      rows[rows.count - 1].append((name, chartPaint(chart.marks[number], number, chart), min(width, box.width)))
    }
    let height = min(box.height / 2, rows.count * line)
    var y = box.maxY - height
    for row in rows where y + line <= box.maxY {
      var x = box.x
      for entry in row {
        let mark = isCells ? Box(x, y, 8_000, 16_000) : Box(x, y + (line - dot) / 2, dot, dot)
        items.append(.fill(isCells ? .rect(mark, radius: 0) : .ellipse(mark), entry.paint, .series))
        let place = Box(x + (isCells ? 16_000 : dot + 6_000), y, max(0, entry.width - dot - 6_000), line)
        placeLabel(label(entry.name), in: place, into: &items)
        x += entry.width + (isCells ? 8_000 : 0)
      }
      y += line
    }
    return height + (isCells ? 0 : 6_000)
  }

  // MARK: - Pies

  private func placePie(_ chart: ChartContent, in box: Box, into items: inout [DrawItem]) {
    let side = max(0, min(box.width, box.height))
    let circle = Box(box.midX - side / 2, box.midY - side / 2, side, side)
    let total = chart.marks.reduce(0) { $0 + ($1.angle ?? 0) }
    guard total > 0 else {
      return items.append(.stroke(.ellipse(circle.inset(by: 6_000)), Self.trackPaint, StrokeStyle(width: 12_000)))
    }
    var angle = 0.0
    for (number, mark) in chart.marks.enumerated() {
      let sweep = 2 * Double.pi * Double(mark.angle ?? 0) / Double(total)
      guard sweep > 0 else { continue }
      let paint = chartPaint(mark, number, chart)
      if sweep > 2 * Double.pi - 0.000_1 {
        items.append(.fill(.ellipse(circle), paint, .content))
      } else {
        items.append(.fill(.path(Wedge.commands(in: circle, from: angle, sweep: sweep), circle), paint, .content))
      }
      angle += sweep
    }
  }

  // MARK: - Plots

  private func placePlot(_ chart: ChartContent, in box: Box, into items: inout [DrawItem]) {
    var plot = box
    let line = isCells ? 16_000 : 16_000
    let isShort = plot.height < 3 * line
    if chart.xAxis != false, !isShort { plot.height -= line + (isCells ? 0 : 4_000) }
    let wide = isCells ? 56_000 : 38_000
    let hasY = chart.yAxis != false && plot.width > 3 * wide && !isShort
    if hasY { plot.width -= wide }
    if hasY, !isCells {
      plot.y += 6_000
      plot.height -= 6_000
    }
    guard !chart.marks.isEmpty else { return placeNoData(in: plot, into: &items) }
    let scale = ChartScale(chart, plot: plot, inset: isCells ? 0 : 4_000)
    if hasY {
      for tick in scale.ticks {
        let y = scale.y(tick)
        let grid = DrawItem.Outline.rect(Box(plot.x, y, plot.width, 500), radius: 0)
        if !isCells { items.append(.fill(grid, .named(.separator), .track)) }
        let place = Box(plot.maxX + 6_000, y - line / 2, wide - 6_000, line)
        placeLabel(label(Self.decimal(tick), font: .caption2), in: place, into: &items)
      }
    }
    placeMarks(chart, scale, into: &items)
    guard chart.xAxis != false, !isShort else { return }
    placeXAxis(chart, scale, height: line, into: &items)
  }

  private func placeXAxis(
    _ chart: ChartContent, _ scale: ChartScale, height: Int, into items: inout [DrawItem]
  ) {
    let plot = scale.plot
    let live = LiveText(now: environment.now, locale: environment.locale, timeZone: environment.timeZone)
    let room = isCells ? 56_000 : 44_000
    let places =
      scale.isBanded
      ? scale.labelled(chart, room: isCells ? 32_000 : 26_000) : scale.ticks(chart, room: room, offset: live.offset)
    let isLong = scale.isLongTime
    for place in places {
      let width = scale.isBanded ? max(scale.bandWidth, plot.width / max(1, places.count)) : room
      let left = min(max(scale.x(place) - width / 2, plot.x), max(plot.x, plot.maxX - width))
      let box = Box(left, plot.maxY + (isCells ? 0 : 4_000), min(width, plot.width), height)
      let text = name(place, live, isLong: isLong)
      let align: Alignment =
        scale.isBanded || left == scale.x(place) - width / 2 ? .center : left == plot.x ? .leading : .trailing
      placeLabel(label(text, font: .caption2), in: box, align, into: &items)
    }
  }

  /// Places the text of an empty chart, which keeps its size.
  private func placeNoData(in plot: Box, into items: inout [DrawItem]) {
    if !isCells {
      for part in 0...2 {
        let line = Box(plot.x, plot.y + plot.height * part / 2, plot.width, 500)
        items.append(.fill(.rect(line, radius: 0), .named(.separator), .track))
      }
    }
    placeLabel(label("No data"), in: plot, .center, into: &items)
  }

  private func placeMarks(_ chart: ChartContent, _ scale: ChartScale, into items: inout [DrawItem]) {
    var above: [ChartContent.Place: Int] = [:]
    var below: [ChartContent.Place: Int] = [:]
    var lines: [String: [LayoutPoint]] = [:]
    var order: [(key: String, kind: ChartContent.MarkKind, paint: Paint)] = []
    var points: [DrawItem] = []
    var rules: [DrawItem] = []
    var stacks = BarStacks(radius: isCells ? 0 : 4_000)
    for (number, mark) in chart.marks.enumerated() {
      let paint = chartPaint(mark, number, chart)
      switch mark.kind {
      case .bar:
        guard let x = mark.x, let y = mark.y else { continue }
        let base = y >= 0 ? above[x, default: 0] : below[x, default: 0]
        if y >= 0 { above[x] = base + y } else { below[x] = base + y }
        let top = min(scale.y(base), scale.y(base + y))
        var width = max(1_000, scale.bandWidth * 7 / 10)
        var left = scale.x(x) - width / 2
        if isCells {
          width = max(8_000, width / 8_000 * 8_000)
          left = scale.plot.x + (left - scale.plot.x + 4_000) / 8_000 * 8_000
        }
        let bar = Box(left, top, width, abs(scale.y(base) - scale.y(base + y)))
        stacks.add(bar, paint, to: x, isAbove: y >= 0)
      case .line, .area:
        guard let x = mark.x, let y = mark.y else { continue }
        let key = "\(mark.kind.rawValue) \(mark.series ?? "")"
        if lines[key] == nil { order.append((key, mark.kind, paint)) }
        lines[key, default: []].append(LayoutPoint(scale.x(x), scale.y(y)))
      case .point:
        guard let x = mark.x, let y = mark.y else { continue }
        let place = Box(scale.x(x) - 3_500, scale.y(y) - 3_500, 7_000, 7_000)
        points.append(.fill(.ellipse(place), paint, .content))
      case .rule:
        let plot = scale.plot
        var commands: [PathCommand] = []
        if let y = mark.y {
          commands = [.move(LayoutPoint(plot.x, scale.y(y))), .line(LayoutPoint(plot.maxX, scale.y(y)))]
        }
        if let x = mark.x {
          commands += [.move(LayoutPoint(scale.x(x), plot.y)), .line(LayoutPoint(scale.x(x), plot.maxY))]
        }
        rules.append(.stroke(.path(commands, plot), mark.paint ?? .named(.gray), StrokeStyle(width: 1_000)))
      case .sector: continue
      }
    }
    items += stacks.items
    // Areas are below lines, dots and rules above both.
    for (key, kind, paint) in order where kind == .area {
      placeLine(lines[key] ?? [], kind, paint, scale, into: &items)
    }
    for (key, kind, paint) in order where kind == .line {
      placeLine(lines[key] ?? [], kind, paint, scale, into: &items)
    }
    items += points + rules
  }

  private func placeLine(
    _ spots: [LayoutPoint], _ kind: ChartContent.MarkKind, _ paint: Paint, _ scale: ChartScale,
    into items: inout [DrawItem]
  ) {
    guard let first = spots.first, let last = spots.last else { return }
    var commands = [PathCommand.move(first)] + spots.dropFirst().map { .line($0) }
    if kind == .area {
      commands += [.line(LayoutPoint(last.x, scale.y(0))), .line(LayoutPoint(first.x, scale.y(0))), .close]
      let fill = DrawItem.fill(.path(commands, scale.plot), paint, .content)
      return items.append(.group(.opacity(550), [fill]))
    }
    var style = StrokeStyle(width: 2_500)
    style.cap = .round
    style.join = .round
    items.append(.stroke(.path(commands, scale.plot), paint, style))
  }

  private func name(_ place: ChartContent.Place, _ live: LiveText, isLong: Bool) -> String {
    switch place {
    case .category(let name): name
    case .value(let value): Self.decimal(value)
    case .time(let time): isLong ? live.shortDate(time) : live.clockTime(time)
    }
  }

  /// Formats thousandths as a decimal number: `1500` is `1.5`.
  static func decimal(_ thousandths: Int) -> String {
    let whole = abs(thousandths) / 1_000
    let sign = thousandths < 0 ? "−" : ""
    var fraction = String(abs(thousandths) % 1_000 + 1_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
