// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension DrawItem {
  /// A box around everything that the item may paint; `nil` if a rotation or scale makes it unknown.
  var bounds: Box? {
    switch self {
    case .fill(let outline, _, _): return outline.bounds
    // A mitre may extend by up to ten stroke widths.
    case .stroke(let outline, _, let style): return outline.bounds.grown(by: style.width * 5)
    case .text(let line):
      let size = line.font.size
      return Box(line.x, line.baseline, line.width, 0).grown(by: size + size / 2)
    case .image(_, let box): return box
    case .group(let effect, let items): return effect.bounds(of: items)
    }
  }
}

extension DrawItem.Effect {
  fileprivate func bounds(of items: [DrawItem]) -> Box? {
    var all: Box?
    for item in items {
      guard let next = item.bounds else { return nil }
      all = all?.union(next) ?? next
    }
    guard let all else { return Box(0, 0, 0, 0) }
    switch self {
    case .clip(let outline), .mask(let outline): return all.intersection(outline.bounds)
    case .opacity, .tap, .pie: return all
    case .rotate, .scale: return nil
    case .blur(let radius): return all.grown(by: radius * 2)
    case .shadow(_, let radius, let offset):
      let shadow = Box(all.x + offset.x, all.y + offset.y, all.width, all.height)
      return all.union(shadow.grown(by: radius * 2))
    }
  }
}

extension DrawItem.Outline {
  /// The bounding box of the outline. A path's own box need not contain its points.
  var bounds: Box {
    guard case .path(let commands, _) = self else { return box }
    var all: Box?
    func add(_ spot: LayoutPoint) {
      let place = Box(spot.x, spot.y, 0, 0)
      all = all?.union(place) ?? place
    }
    for command in commands {
      switch command {
      case .move(let a), .line(let a): add(a)
      case .quadratic(let a, let b): [a, b].forEach(add)
      case .cubic(let a, let b, let c): [a, b, c].forEach(add)
      case .close: break
      }
    }
    return all ?? Box(0, 0, 0, 0)
  }
}

extension Box {
  func grown(by amount: Int) -> Box { Box(x - amount, y - amount, width + 2 * amount, height + 2 * amount) }

  func union(_ other: Box) -> Box {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Box(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
  }

  func intersection(_ other: Box) -> Box {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Box(left, top, max(0, min(maxX, other.maxX) - left), max(0, min(maxY, other.maxY) - top))
  }
}
