// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

@MainActor @Suite struct PreferenceTests {
  private struct Widest: PreferenceKey {
    static let defaultValue = 0
    static func reduce(value: inout Int, nextValue: () -> Int) { value = max(value, nextValue()) }
  }

  private var view: some View {
    VStack {
      Text("a").preference(key: Widest.self, value: 3)
      Text("b").preference(key: Widest.self, value: 7)
    }
  }

  @Test func `a window's onPreferenceChange receives the reduced value once per change`() throws {
    var heard: [Int] = []
    let states = StateStore()
    let watching = view.onPreferenceChange(Widest.self) { heard.append($0) }
    for _ in 0..<2 {
      let session = try resolved(watching, at: .window, states: states).session
      for change in session.changes { change() }
    }
    #expect(heard == [7])
  }

  @Test func `a report does not run onPreferenceChange`() throws {
    var heard: [Int] = []
    let session = try resolved(view.onPreferenceChange(Widest.self) { heard.append($0) }).session
    #expect(session.changes.isEmpty && heard.isEmpty)
  }

  @Test func `an overlay can depend on a preference`() throws {
    let node = try tree(view.overlayPreferenceValue(Widest.self) { Text(verbatim: "\($0)") })
    guard case .object(let object) = node else { return #expect(Bool(false)) }
    #expect(object["modifiers"] == [["apply": "overlay", "node": ["kind": "text", "text": "7"]]])
  }

  @Test func `a sibling's preference does not reach an overlay`() throws {
    let beside = VStack {
      Text("c").preference(key: Widest.self, value: 9)
      view.overlayPreferenceValue(Widest.self) { Text(verbatim: "\($0)") }
    }
    let text = String(describing: try tree(beside))
    #expect(text.contains("\"7\""))
  }
}

@MainActor @Suite struct InterpolationTests {
  @Test func `a text inside a text keeps its own style`() throws {
    let node = try tree(Text("a \(Text("b").bold()) c"))
    #expect(
      node == [
        "kind": "text",
        "runs": [["text": "a "], ["text": "b", "style": ["weight": "bold"]], ["text": " c"]],
      ])
  }

  @Test func `a styled date inside a text stays dynamic (VIEW-17)`() throws {
    let node = try tree(Text("at \(Date(timeIntervalSince1970: 1), style: .time)"))
    #expect(node == ["kind": "text", "runs": [["text": "at "], ["date": 1_000, "style": "time"]]])
  }

  @Test func `a localized string resource is drawn with its values`() throws {
    #expect(try tree(Text(LocalizedStringResource("\(3) apps"))) == ["kind": "text", "text": "3 apps"])
  }

  @Test func `rows of a binding write back to it`() throws {
    struct Row: Identifiable {
      var id: Int
      var isOn: Bool
    }
    var rows = [Row(id: 1, isOn: false), Row(id: 2, isOn: false)]
    let binding = Binding(get: { rows }, set: { rows = $0 })
    let view = VStack { ForEach(binding) { $row in Toggle("t", isOn: $row.isOn) } }
    let session = try resolved(view, at: .window).session
    session.actions[1](true)
    #expect(rows.map(\.isOn) == [false, true])
  }
}
