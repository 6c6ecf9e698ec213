// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

private func text(_ text: String) -> WireValue { ["kind": "text", "text": .string(text)] }

@MainActor @Suite struct ContainerTests {
  @Test func `stacks encode alignment and spacing only if they differ from the default`() throws {
    #expect(try tree(VStack { Text("a") }) == ["kind": "vstack", "children": [text("a")]])
    #expect(
      try tree(HStack(alignment: .firstTextBaseline, spacing: 2.5) { Text("a") })
        == ["kind": "hstack", "align": "firstBaseline", "spacing": 2_500, "children": [text("a")]])
    #expect(
      try tree(ZStack(alignment: .bottomTrailing) { Text("a") })
        == ["kind": "zstack", "align": "bottomTrailing", "children": [text("a")]])
  }

  @Test func `groups, conditions, optionals, loops and custom views add no node (VIEW-3)`() throws {
    struct Own: View {
      var body: some View {
        Text("own")
        AnyView(Text("any"))
      }
    }
    let isShown = true
    let missing: String? = nil
    let view = VStack {
      Group { Text("group") }
      if isShown { Text("yes") } else { Text("no") }
      if let missing { Text(missing) }
      ForEach(0..<2) { Text("\($0)") }
      EmptyView()
      Own()
    }
    #expect(
      try tree(view) == [
        "kind": "vstack",
        "children": [text("group"), text("yes"), text("0"), text("1"), text("own"), text("any")],
      ])
  }

  @Test func `spacers and dividers are nodes`() throws {
    #expect(
      try tree(
        HStack {
          Spacer(); Divider(); Spacer(minLength: 4)
        }) == [
          "kind": "hstack",
          "children": [["kind": "spacer"], ["kind": "divider"], ["kind": "spacer", "minimum": 4_000]],
        ])
  }

  @Test func `a list puts the rows between its sections into sections`() throws {
    let view = List {
      Text("a")
      Text("b")
      Section("Head") { Text("c") }
      Text("d")
    }.listStyle(.insetGrouped)
    #expect(
      try tree(view) == [
        "kind": "list", "style": "insetGrouped",
        "sections": [
          ["rows": [text("a"), text("b")]], ["header": text("Head"), "rows": [text("c")]], ["rows": [text("d")]],
        ],
      ])
  }

  @Test func `a section outside a list becomes its parts`() throws {
    let view = VStack { Section("Head") { Text("a") } }
    #expect(try tree(view) == ["kind": "vstack", "children": [text("Head"), text("a")]])
  }

  @Test func `a grid encodes rows and spans`() throws {
    let view = Grid {
      GridRow {
        Text("a")
        Text("b")
      }
      GridRow { Text("c").gridCellColumns(2) }
    }
    #expect(
      try tree(view) == [
        "kind": "grid",
        "rows": [["children": [text("a"), text("b")]], ["children": [text("c")], "span": [2]]],
      ])
  }

  @Test func `a lazy grid encodes its columns`() throws {
    let view = LazyVGrid(columns: [GridItem(.fixed(40)), GridItem(.adaptive(minimum: 20))], spacing: 3) { Text("a") }
    #expect(
      try tree(view) == [
        "kind": "grid", "columns": [["fixed": 40_000], ["adaptive": ["minimum": 20_000]]], "rowSpacing": 3_000,
        "children": [text("a")],
      ])
  }

  @Test func `scroll views, fitting views and the first tab are encoded`() throws {
    #expect(try tree(ScrollView { Text("a") }) == ["kind": "scroll", "child": text("a")])
    #expect(
      try tree(
        ViewThatFits(in: .horizontal) {
          Text("a"); Text("b")
        })
        == ["kind": "fits", "axes": ["horizontal"], "children": [text("a"), text("b")]])
    #expect(
      try tree(
        TabView {
          Text("a"); Text("b")
        }) == text("a"))
  }

  @Test func `a picker shows its selection`() throws {
    let view = Picker("Size", selection: .constant(2)) {
      Text("small").tag(1)
      Text("large").tag(2)
    }
    #expect(
      try tree(view) == [
        "kind": "hstack",
        "children": [
          text("Size"), ["kind": "spacer"], ["kind": "text", "text": "large", "style": ["paint": "secondary"]],
        ],
      ])
  }

  @Test(arguments: [0.75, 0.5])
  func `a geometry reader at the root gets the frame (VIEW-5)`(_ part: Double) throws {
    let view = GeometryReader { Text("a").frame(height: $0.size.height * part) }
    #expect(
      try tree(view) == [
        "kind": "zstack", "align": "topLeading",
        "children": [
          [
            "kind": "text", "text": "a",
            "modifiers": [["apply": "frame", "height": .integer(Int64(240_000 * part))]],
          ]
        ],
        "modifiers": [["apply": "frame", "maxWidth": "fill", "maxHeight": "fill", "align": "topLeading"]],
      ])
  }

  @Test func `paddings, frames and stacks change the proposed size (VIEW-5)`() throws {
    var sizes: [CGSize] = []
    func probe() -> some View {
      GeometryReader { proxy in
        let _ = sizes.append(proxy.size)
        Text("")
      }
    }
    _ = try tree(probe().padding(10))
    _ = try tree(probe().frame(width: 50))
    _ = try tree(
      HStack(spacing: 10) {
        probe(); Text("b")
      })
    _ = try tree(
      VStack(spacing: 0) {
        Text("a"); ForEach(0..<2) { _ in EmptyView() }; probe()
      })
    #expect(
      sizes == [
        CGSize(width: 340, height: 220), CGSize(width: 50, height: 240), CGSize(width: 175, height: 240),
        CGSize(width: 360, height: 60),
      ])
  }
}
