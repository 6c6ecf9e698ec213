// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

private struct Counter: View {
  @State private var count = 0

  var body: some View { Button("\(count)") { count += 1 } }
}

private final class Model: ObservableObject {
  @Published var name = "a"
}

private struct Named: View {
  @StateObject private var model = Model()

  var body: some View { Button(model.name) { model.name += "!" } }
}

private struct ToneKey: EnvironmentKey {
  static let defaultValue = "plain"
}

extension EnvironmentValues {
  fileprivate var tone: String {
    get { self[ToneKey.self] }
    set { self[ToneKey.self] = newValue }
  }
}

private struct Toned: View {
  @Environment(\.tone) private var tone
  @Environment(\.colorScheme) private var scheme
  @EnvironmentObject private var model: Model

  var body: some View { Text(verbatim: "\(tone) \(scheme) \(model.name)") }
}

@MainActor @Suite struct StateTests {
  private func title(of node: WireValue) -> WireValue? {
    guard case .object(let control) = node, case .object(let child)? = control["child"] else { return nil }
    return child["text"]
  }

  @Test func `a window keeps state by the position of the view`() throws {
    let states = StateStore()
    let first = try resolved(Counter(), at: .window, states: states)
    #expect(title(of: first.tree) == "0")
    first.session.actions[0](nil)
    let second = try resolved(Counter(), at: .window, states: states)
    #expect(title(of: second.tree) == "1")
    second.session.actions[0](nil)
    #expect(title(of: try resolved(Counter(), at: .window, states: states).tree) == "2")
  }

  @Test func `two views have separate states`() throws {
    let states = StateStore()
    let view = VStack {
      Counter()
      Counter()
    }
    try resolved(view, at: .window, states: states).session.actions[1](nil)
    guard case .object(let stack) = try resolved(view, at: .window, states: states).tree,
      case .array(let children)? = stack["children"]
    else { return }
    #expect(children.map(title(of:)) == ["0", "1"])
  }

  @Test func `a state object is created once`() throws {
    let states = StateStore()
    try resolved(Named(), at: .window, states: states).session.actions[0](nil)
    #expect(title(of: try resolved(Named(), at: .window, states: states).tree) == "a!")
  }

  @Test func `a write outside a window is ignored (§5)`() throws {
    struct Writing: View {
      @State private var text = "initial"

      var body: some View {
        let _ = (text = "written")
        Text(verbatim: text)
      }
    }
    #expect(try tree(Writing()) == ["kind": "text", "text": "initial"])
  }

  @Test func `a body reads the environment`() throws {
    var environment = EnvironmentValues()
    environment.colorScheme = .dark
    let view = Toned().environment(\.tone, "warm").environmentObject(Model())
    #expect(try tree(view, environment: environment) == ["kind": "text", "text": "warm dark a"])
  }

  @Test func `a binding's members are bindings`() {
    var pair = (name: "a", count: 1)
    let binding = Binding(get: { pair }, set: { pair = $0 })
    binding.count.wrappedValue = 5
    #expect(pair.count == 5)
  }

  @Test func `onAppear and task are collected in tree order`() throws {
    let view = VStack {
      Text("a").onAppear {}
      Text("b").task {}
    }
    let kinds = try resolved(view, at: .window).session.appearances.map { appearance in
      switch appearance.work {
      case .action: "action"
      case .task: "task"
      }
    }
    #expect(kinds == ["action", "task"])
  }
}
