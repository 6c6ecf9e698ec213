// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The bars of a chart. Those at one place are drawn as one shape with rounded ends (VIEW-18).
struct BarStacks {
  private struct Key: Hashable {
    var place: ChartContent.Place
    var isAbove: Bool
  }

  private let radius: Int
  private var order: [Key] = []
  private var parts: [Key: [(box: Box, paint: Paint)]] = [:]

  init(radius: Int) { self.radius = radius }

  mutating func add(_ box: Box, _ paint: Paint, to place: ChartContent.Place, isAbove: Bool) {
    guard box.height > 0 else { return }
    let key = Key(place: place, isAbove: isAbove)
    if parts[key] == nil { order.append(key) }
    parts[key, default: []].append((box, paint))
  }

  var items: [DrawItem] {
    order.flatMap { key -> [DrawItem] in
      let parts = parts[key] ?? []
      guard var body = parts.first?.box else { return [] }
      for part in parts.dropFirst() { body = body.union(part.box) }
      let round = min(radius, body.width / 4, body.height / 2)
      guard parts.count > 1, round > 0 else {
        return parts.map { .fill(.rect($0.box, radius: round), $0.paint, .series) }
      }
      return [
        .group(.clip(.rect(body, radius: round)), parts.map { .fill(.rect($0.box, radius: 0), $0.paint, .series) })
      ]
    }
  }
}
