// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

@MainActor @Suite struct ModifierTests {
  private func modifiers(_ view: some View) throws -> WireValue? {
    guard case .object(let node) = try tree(view) else { return nil }
    return node["modifiers"]
  }

  @Test func `modifiers are encoded from the inside out`() throws {
    let view = Text("a").padding(.horizontal, 4).frame(maxWidth: .infinity, alignment: .leading).opacity(0.5)
    #expect(
      try modifiers(view) == [
        ["apply": "padding", "edges": [0, 4_000, 0, 4_000]],
        ["apply": "frame", "maxWidth": "fill", "align": "leading"],
        ["apply": "opacity", "value": 500],
      ])
  }

  @Test func `backgrounds and overlays contain a node`() throws {
    let view = Text("a").background(Image("bg7")).overlay(alignment: .top) { Text("b") }.background(Color.red)
    #expect(
      try modifiers(view) == [
        ["apply": "background", "node": ["kind": "image", "asset": "bg7"]],
        ["apply": "overlay", "align": "top", "node": ["kind": "text", "text": "b"]],
        ["apply": "background", "node": ["kind": "shape", "shape": "rectangle", "fill": "red"]],
      ])
  }

  @Test func `clips, offsets, rotations and shadows are encoded`() throws {
    let view = Text("a").cornerRadius(5).offset(x: 1, y: -2).rotationEffect(.degrees(90)).scaleEffect(1.5)
      .shadow(color: .black, radius: 2).blur(radius: 3).position(x: 7, y: 8).layoutPriority(1).fixedSize()
    #expect(
      try modifiers(view) == [
        ["apply": "clip", "shape": "rounded", "radius": 5_000], ["apply": "offset", "x": 1_000, "y": -2_000],
        ["apply": "rotate", "angle": 90_000], ["apply": "scale", "x": 1_500, "y": 1_500],
        ["apply": "shadow", "paint": "black", "radius": 2_000], ["apply": "blur", "radius": 3_000],
        ["apply": "position", "x": 7_000, "y": 8_000], ["apply": "priority", "value": 1_000],
        ["apply": "fixed", "axes": ["horizontal", "vertical"]],
      ])
  }

  @Test func `a modifier on a group applies to each of its views`() throws {
    let view = HStack {
      Group {
        Text("a"); Text("b")
      }.opacity(1)
    }
    let modifiers: WireValue = [["apply": "opacity", "value": 1_000]]
    #expect(
      try tree(view) == [
        "kind": "hstack",
        "children": [
          ["kind": "text", "text": "a", "modifiers": modifiers], ["kind": "text", "text": "b", "modifiers": modifiers],
        ],
      ])
  }

  @Test func `a custom modifier wraps its content`() throws {
    struct Boxed: ViewModifier {
      func body(content: Content) -> some View { content.padding(1) }
    }
    #expect(
      try modifiers(Text("a").modifier(Boxed())) == [["apply": "padding", "edges": [1_000, 1_000, 1_000, 1_000]]])
  }

  @Test func `accessibility label and hidden are encoded`() throws {
    #expect(
      try tree(Image(systemName: "book").accessibilityLabel("Read").accessibilityHidden(true))
        == ["kind": "symbol", "name": "book", "label": "Read", "hidden": true])
  }

  @Test func `a modifier without effect is dropped and reported once (VIEW-26)`() throws {
    let view = VStack {
      Text("a").sheet(isPresented: .constant(true)) { Text("sheet") }
      Text("b").sheet(isPresented: .constant(true)) { Text("sheet") }
    }
    let (_, session) = try resolved(view)
    #expect(session.diagnostics == ["view.dropped: “sheet” is not shown by a static rendering."])
  }
}
