// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SurfaceGallery
import Surfaces
import Testing

@Suite struct GalleryTests {
  /// Collects the string members of a tree as `name value`, from its canonical form.
  private func words(_ value: WireValue, into words: inout Set<String>) {
    switch value {
    case .array(let elements): for element in elements { self.words(element, into: &words) }
    case .object(let object):
      for (name, value) in object.members {
        if case .string(let word) = value { words.insert("\(name) \(word)") }
        self.words(value, into: &words)
      }
    default: break
    }
  }

  private func shown() throws -> Set<String> {
    var shown: Set<String> = []
    for tree in try Gallery().trees(.light) { words(tree.wire, into: &shown) }
    return shown
  }

  @Test(arguments: [
    "text", "image", "symbol", "token", "vstack", "hstack", "zstack", "fits", "grid", "list", "scroll", "spacer",
    "divider", "shape", "progress", "gauge", "chart", "redacted", "unsupported", "link", "control", "picker",
  ])
  func `shows every kind of node`(kind: String) throws { #expect(try shown().contains("kind \(kind)")) }

  @Test(arguments: [
    "padding", "frame", "fixed", "priority", "background", "overlay", "clip", "mask", "opacity", "offset", "position",
    "rotate", "scale", "shadow", "blur",
  ])
  func `shows every visible modifier`(name: String) throws { #expect(try shown().contains("apply \(name)")) }

  @Test(arguments: ["bar", "line", "area", "point", "rule", "sector"])
  func `shows every mark of a chart`(mark: String) throws { #expect(try shown().contains("mark \(mark)")) }

  @Test func `shows every font, weight, design, colour, material and gradient`() throws {
    let shown = try shown()
    for word in TextStyle.Font.allCases { #expect(shown.contains("font \(word.rawValue)")) }
    for word in TextStyle.Weight.allCases { #expect(shown.contains("weight \(word.rawValue)")) }
    for word in TextStyle.Design.allCases where word != .default { #expect(shown.contains("design \(word.rawValue)")) }
    for word in ColorName.allCases where word != .clear {
      #expect(shown.contains("fill \(word.rawValue)"), "\(word)")
    }
    for word in Paint.Material.allCases { #expect(shown.contains("material \(word.rawValue)")) }
    for word in ["linear", "radial", "angular"] { #expect(shown.contains("gradient \(word)")) }
  }

  @Test func `writes the same page twice`() throws { #expect(try Gallery().html() == Gallery().html()) }

  @Test func `draws every exhibit for the terminal without a control byte`() throws {
    let gallery = try Gallery()
    for name in gallery.names {
      let text = try gallery.terminal(name, columns: 60)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)) })
    }
  }

  @Test(.enabled(if: Chromium.isThere, "needs a Chromium at /usr/bin/chromium"))
  func `matches the draw list in a browser, in light and dark`() throws {
    let page = try Chromium.screenshot(of: try Gallery().html(), width: 1_240, height: 900)
    #expect(page.width == 1_240 && page.height == 900)
    // The first row: a light card, a dark one and a light one, on a bluish background.
    let y = 640
    let light = page.pixel(x: 90, y: y)
    let dark = page.pixel(x: 460, y: y)
    #expect(light == [255, 255, 255], "\(light)")
    #expect(dark == [28, 28, 30], "\(dark)")
    #expect(page.pixel(x: 10, y: 10) != [255, 255, 255], "the page's style sheet was refused by its own policy")
    let ink = (90..<390).flatMap { x in (180..<620).map { page.pixel(x: x, y: $0) } }.count { $0[0] < 90 }
    #expect(ink > 500, "no text is drawn on the light card")
  }
}
