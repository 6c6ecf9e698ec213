// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension DrawItem {
  /// The item moved, used to place a surface in one of the host's pages.
  func moved(by way: LayoutPoint) -> DrawItem {
    switch self {
    case .fill(let outline, let paint, let role): return .fill(outline.moved(by: way), paint, role)
    case .stroke(let outline, let paint, let style): return .stroke(outline.moved(by: way), paint, style)
    case .text(var line):
      line.x += way.x
      line.baseline += way.y
      return .text(line)
    case .image(let picture, let box): return .image(picture, box.moved(by: way))
    case .group(let effect, let items): return .group(effect.moved(by: way), items.map { $0.moved(by: way) })
    }
  }
}

extension DrawItem {
  /// The drawing with the role of a backdrop, which a terminal leaves out.
  var asBackdrop: DrawItem {
    switch self {
    case .fill(let outline, let paint, _): .fill(outline, paint, .backdrop)
    case .group(let effect, let items): .group(effect, items.map(\.asBackdrop))
    case .stroke, .text, .image: self
    }
  }
}

extension DrawItem.Outline {
  fileprivate func moved(by way: LayoutPoint) -> DrawItem.Outline {
    switch self {
    case .rect(let box, let radius): .rect(box.moved(by: way), radius: radius)
    case .ellipse(let box): .ellipse(box.moved(by: way))
    case .path(let commands, let box): .path(commands.map { $0.mapped { $0.moved(by: way) } }, box.moved(by: way))
    }
  }
}

extension DrawItem.Effect {
  fileprivate func moved(by way: LayoutPoint) -> DrawItem.Effect {
    switch self {
    case .clip(let outline): .clip(outline.moved(by: way))
    case .mask(let outline): .mask(outline.moved(by: way))
    case .rotate(let angle, let around): .rotate(angle, around: around.moved(by: way))
    case .scale(let factor, let around): .scale(factor, around: around.moved(by: way))
    case .tap(let number, let box): .tap(number, box.moved(by: way))
    case .pie(let chart, let box): .pie(chart, box.moved(by: way))
    case .opacity, .shadow, .blur: self
    }
  }
}

extension Box {
  fileprivate func moved(by way: LayoutPoint) -> Box { Box(x + way.x, y + way.y, width, height) }
}

extension LayoutPoint {
  fileprivate func moved(by way: LayoutPoint) -> LayoutPoint { LayoutPoint(x + way.x, y + way.y) }
}
