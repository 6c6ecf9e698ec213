// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import UIKit

struct CodableColor: Codable, Hashable {
  var red: Double, green: Double, blue: Double, alpha: Double = 1

  init(_ color: UIColor) {
    var (r, g, b, a) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
    color.getRed(&r, green: &g, blue: &b, alpha: &a)
    (red, green, blue, alpha) = (Double(r), Double(g), Double(b), Double(a))
  }

  init?(hex: String) {
    var text = hex.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.hasPrefix("#") { text.removeFirst() }
    var value: UInt64 = 0
    guard text.count == 6, Scanner(string: text).scanHexInt64(&value) else { return nil }
    red = Double((value & 0xFF0000) >> 16) / 255
    green = Double((value & 0x00FF00) >> 8) / 255
    blue = Double(value & 0x0000FF) / 255
  }

  var uiColor: UIColor { UIColor(red: red, green: green, blue: blue, alpha: alpha) }
  var color: Color { Color(uiColor) }
}

struct Theme: Codable {
  enum CodingKeys: String, CodingKey {
    case background = "bg"
    case foreground = "fg"
    case accent, messages
    case isDark = "dark"
    case allowsBreaks
  }

  var background: CodableColor
  var foreground: CodableColor
  var accent: CodableColor
  var messages: [String]
  var isDark: Bool
  var allowsBreaks: Bool

  static let standard = Theme(
    background: CodableColor(hex: "#101828") ?? CodableColor(.black), foreground: CodableColor(.white),
    accent: CodableColor(UIColor(hue: 0.6, saturation: 0.7, brightness: 0.9, alpha: 1)),
    messages: ["Be where your feet are.", "Later is fine.", "One thing at a time."], isDark: true, allowsBreaks: true)

  static func load(from defaults: UserDefaults?) -> Theme {
    guard let defaults, let data = defaults.data(forKey: "theme") else { return .standard }
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(Theme.self, from: data)
    } catch let DecodingError.keyNotFound(key, context) {
      NSLog("missing %@ at %@", key.stringValue, context.codingPath.map(\.stringValue).joined(separator: "."))
    } catch {
      debugPrint(error)
    }
    return .standard
  }
}

#if DEBUG
  extension Theme {
    static let preview = Theme.standard
  }
#endif
