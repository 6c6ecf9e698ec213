// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension DrawItem {
  /// The item mirrored for a right-to-left surface of `width`. Pictures, symbols and lines of text only move; their
  /// content isn't mirrored.
  func mirrored(in width: Int) -> DrawItem {
    switch self {
    case .fill(let outline, let paint, let role):
      return .fill(outline.mirrored(in: width), paint.mirrored, role)
    case .stroke(let outline, let paint, let style):
      return .stroke(outline.mirrored(in: width), paint.mirrored, style)
    case .text(var line):
      line.x = width - line.x - line.width
      return .text(line)
    case .image(.symbol(let name, let paint), let box):
      return .image(.symbol(SymbolArt.mirrored(name), paint), box.mirrored(in: width))
    case .image(let picture, let box): return .image(picture, box.mirrored(in: width))
    case .group(let effect, let items):
      return .group(effect.mirrored(in: width), items.map { $0.mirrored(in: width) })
    }
  }
}

extension DrawItem.Outline {
  fileprivate func mirrored(in width: Int) -> DrawItem.Outline {
    switch self {
    case .rect(let box, let radius): .rect(box.mirrored(in: width), radius: radius)
    case .ellipse(let box): .ellipse(box.mirrored(in: width))
    case .path(let commands, let box):
      .path(commands.map { $0.mapped { LayoutPoint(width - $0.x, $0.y) } }, box.mirrored(in: width))
    }
  }
}

extension DrawItem.Effect {
  fileprivate func mirrored(in width: Int) -> DrawItem.Effect {
    switch self {
    case .clip(let outline): .clip(outline.mirrored(in: width))
    case .mask(let outline): .mask(outline.mirrored(in: width))
    case .rotate(let angle, let around): .rotate(-angle, around: LayoutPoint(width - around.x, around.y))
    case .scale(let factor, let around): .scale(factor, around: LayoutPoint(width - around.x, around.y))
    case .tap(let number, let box): .tap(number, box.mirrored(in: width))
    case .pie(let chart, let box): .pie(chart, box.mirrored(in: width))
    // Shadows fall in the same direction in every language.
    case .opacity, .shadow, .blur: self
    }
  }
}

extension Paint {
  fileprivate var mirrored: Paint {
    guard case .gradient(var gradient) = self else { return self }
    func flip(_ unit: LayoutPoint) -> LayoutPoint { LayoutPoint(1_000 - unit.x, unit.y) }
    switch gradient.form {
    case .linear(let from, let to): gradient.form = .linear(from: flip(from), to: flip(to))
    case .radial(let center, let inner, let outer):
      gradient.form = .radial(center: flip(center), startRadius: inner, endRadius: outer)
    case .angular(let center, let start, let end):
      gradient.form = .angular(center: flip(center), startAngle: start, endAngle: end)
    }
    return .gradient(gradient)
  }
}

extension Box {
  fileprivate func mirrored(in total: Int) -> Box { Box(total - maxX, y, width, height) }
}
