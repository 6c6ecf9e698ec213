// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
public import Foundation
public import UIKit

/// A colour, either semantic or defined by components. The host chooses light or dark.
public struct Color: Hashable, Sendable {
  public enum RGBColorSpace: Hashable, Sendable {
    case sRGB, sRGBLinear, displayP3
  }

  enum Content: Hashable {
    case word(String)
    case components(red: Double, green: Double, blue: Double)
    case asset(String)
    case platform(UIColor)
  }

  let content: Content
  var alpha: Double = 1

  init(_ content: Content, alpha: Double = 1) {
    self.content = content
    self.alpha = alpha
  }

  public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
    let encode = { colorSpace == .sRGBLinear ? Color.gamma($0) : $0 }
    self.init(.components(red: encode(red), green: encode(green), blue: encode(blue)), alpha: opacity)
  }

  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
  }

  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    func channel(_ offset: Double) -> Double {
      let position = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(position, 4 - position, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), opacity: opacity)
  }

  public init(_ resource: ColorResource) { self.init(resource._name) }

  /// Creates a colour from the bundle's assets.
  public init(_ name: String, bundle: Bundle? = nil) { self.init(.asset(name)) }

  public func opacity(_ opacity: Double) -> Color { Color(content, alpha: alpha * opacity) }

  /// Returns a mix with another colour, computed from the channels.
  ///
  /// - Parameter fraction: 0 for this colour, 1 for the other one.
  public func mix(with other: Color, by fraction: Double) -> Color {
    let (from, to) = (UIColor(self), UIColor(other))
    let part = min(1, max(0, fraction))
    return Color(
      uiColor: UIColor { traits in
        let (a, b) = (from._components(for: traits), to._components(for: traits))
        func between(_ channel: KeyPath<_UIColorComponents, CGFloat>) -> CGFloat {
          a[keyPath: channel] + (b[keyPath: channel] - a[keyPath: channel]) * CGFloat(part)
        }
        return UIColor(red: between(\.red), green: between(\.green), blue: between(\.blue), alpha: between(\.alpha))
      })
  }

  /// The colour itself, because the tree can't represent the subtle gradient.
  public var gradient: Color { self }

  public static let primary = Color(.word("primary"))
  public static let secondary = Color(.word("secondary"))
  public static let accentColor = Color(.word("accent"))
  public static let red = Color(.word("red"))
  public static let orange = Color(.word("orange"))
  public static let yellow = Color(.word("yellow"))
  public static let green = Color(.word("green"))
  public static let mint = Color(.word("mint"))
  public static let teal = Color(.word("teal"))
  public static let cyan = Color(.word("cyan"))
  public static let blue = Color(.word("blue"))
  public static let indigo = Color(.word("indigo"))
  public static let purple = Color(.word("purple"))
  public static let pink = Color(.word("pink"))
  public static let brown = Color(.word("brown"))
  public static let gray = Color(.word("gray"))
  public static let black = Color(.word("black"))
  public static let white = Color(.word("white"))
  public static let clear = Color(.word("clear"))

  private static func gamma(_ value: Double) -> Double {
    value <= 0.003_130_8 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
  }
}

extension Color: PrimitiveStyle {
  package func ownPaint(in context: ResolveContext) -> WireValue {
    switch content {
    case .word(let word):
      let base: WireValue = word == "accent" ? context.environment.tint ?? "accent" : .string(word)
      return alpha == 1 ? base : Self.thinned(base, by: alpha, in: context)
    case .asset(let name):
      // A colour that the sources declare needs no entry in the manifest. Other names must be in the manifest, or the
      // host refuses them.
      return UIColor(named: name).map { fixed($0, in: context) } ?? ["asset": .string(name)]
    case .platform(let color): return fixed(color, in: context)
    case .components(let red, let green, let blue):
      return .string("#" + [red, green, blue, alpha].map { Self.hexadecimal($0, in: context) }.joined())
    }
  }

  /// The fixed form of a dynamic colour in the person's appearance.
  private func fixed(_ color: UIColor, in context: ResolveContext) -> WireValue {
    var channels = Self.components(of: color, in: context.environment.colorScheme)
    channels[3] *= alpha
    return .string("#" + channels.map { Self.hexadecimal($0, in: context) }.joined())
  }

  /// Reduces the opacity of a named or hexadecimal colour. Other paints stay unchanged.
  static func thinned(_ paint: WireValue, by opacity: Double, in context: ResolveContext) -> WireValue {
    switch paint {
    case .string("clear"): return paint
    case .string: return ["color": paint, "opacity": context.perMille(opacity, "opacity")]
    case .object(let object):
      guard let color = object["color"], case .integer(let inner)? = object["opacity"] else { return paint }
      return ["color": color, "opacity": context.perMille(opacity * Double(inner) / 1_000, "opacity")]
    default: return paint
    }
  }

  private static func hexadecimal(_ value: Double, in context: ResolveContext) -> String {
    guard !value.isNaN else {
      context.session.fail("view.number", "A colour component is not a number.")
      return "00"
    }
    let byte = Int((min(1, max(0, value)) * 255).rounded(.toNearestOrAwayFromZero))
    return (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension Color: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { Rectangle().fill(self).nodes(in: context) }
}
