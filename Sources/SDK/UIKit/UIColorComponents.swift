// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Red, green, blue and opacity as the developer specified them. The values may be outside 0…1.
public struct _UIColorComponents: Hashable, Sendable {
  public var red: CGFloat
  public var green: CGFloat
  public var blue: CGFloat
  public var alpha: CGFloat

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates components in the hexagonal colour model, whose hue follows the edges between primary and secondary
  /// colours.
  public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let channel = { (offset: CGFloat) -> CGFloat in
      let position = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(position, 4 - position, 1)))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// The value of the strongest channel.
  public var brightness: CGFloat { max(red, green, blue) }

  public var saturation: CGFloat { brightness > 0 ? (brightness - min(red, green, blue)) / brightness : 0 }

  /// The position on the hexagon's edges, starting at red, from 0 to 1; 0 for greys.
  public var hue: CGFloat {
    let span = brightness - min(red, green, blue)
    guard span > 0 else { return 0 }
    let edge =
      brightness == red
      ? (green - blue) / span : brightness == green ? 2 + (blue - red) / span : 4 + (red - green) / span
    return (edge < 0 ? edge + 6 : edge) / 6
  }

  /// The colour as `#rrggbbaa`, in its wire form.
  ///
  /// - Returns: `nil` if a component is not a number from 0 to 1.
  public var _hexadecimal: String? {
    var text = "#"
    for component in [red, green, blue, alpha] {
      guard component.isFinite, (0...1).contains(component) else { return nil }
      let byte = Int((component * 255).rounded())
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return text
  }
}
