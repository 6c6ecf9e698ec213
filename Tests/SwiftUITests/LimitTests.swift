// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

private struct Endless: View {
  var body: some View { AnyView(Endless()) }
}

@MainActor @Suite struct LimitTests {
  private func code(_ view: some View) -> String? {
    do {
      _ = try tree(view)
      return nil
    } catch {
      return (error as? ViewTreeError)?.code
    }
  }

  @Test(arguments: [CGFloat.nan, .infinity, 10_001, -10_001])
  func `a number that can't be drawn fails the reply (VIEW-4)`(_ length: CGFloat) {
    #expect(code(Text("a").frame(width: length)) == "view.number")
    #expect(code(Text("a").padding(length)) == "view.number")
    #expect(code(Text("a").offset(x: length)) == "view.number")
  }

  @Test func `numbers are rounded half away from zero (VIEW-4)`() throws {
    #expect(
      try tree(Text("a").offset(x: 0.0005, y: -0.0005)) == [
        "kind": "text", "text": "a", "modifiers": [["apply": "offset", "x": 1, "y": -1]],
      ])
  }

  @Test func `endless bodies are refused (VIEW-1)`() { #expect(code(Endless()) == "view.recursion") }

  @Test func `too many nodes are refused`() {
    #expect(code(VStack { ForEach(0..<5) { _ in VStack { ForEach(0..<399) { _ in Spacer() } } } }) == "view.nodes")
  }

  @Test func `too many children are refused`() {
    #expect(code(VStack { ForEach(0..<512) { _ in Spacer() } }) == nil)
    #expect(code(VStack { ForEach(0..<513) { _ in Spacer() } }) == "view.children")
  }

  @Test func `a tree over the depth limit is refused`() {
    func nested(_ depth: Int) -> AnyView { depth == 0 ? AnyView(Spacer()) : AnyView(VStack { nested(depth - 1) }) }
    #expect(code(nested(23)) == nil)
    #expect(code(nested(24)) == "view.depth")
  }

  @Test func `a text over its limit is refused`() {
    #expect(code(Text(verbatim: String(repeating: "x", count: 4_096))) == nil)
    #expect(code(Text(verbatim: String(repeating: "x", count: 4_097))) == "view.text")
  }

  @Test func `too many path commands are refused`() {
    let path = Path { path in for _ in 0...1_000 { path.move(to: .zero) } }
    #expect(code(path) == "view.path")
  }

  @Test func `too many gradient stops are refused`() {
    let colors = [Color](repeating: .red, count: 17)
    #expect(code(LinearGradient(colors: colors, startPoint: .top, endPoint: .bottom)) == "view.paint")
  }

  @Test func `too many modifiers are refused`() {
    func padded(_ count: Int) -> AnyView { count == 0 ? AnyView(Spacer()) : AnyView(padded(count - 1).padding(0)) }
    #expect(code(padded(32)) == nil)
    #expect(code(padded(33)) == "view.modifiers")
  }
}
