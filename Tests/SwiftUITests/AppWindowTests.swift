// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import SwiftUI
import Testing

private final class Log: @unchecked Sendable {
  // SAFETY: used on the main actor and, after the callback has ended, by the test.
  var entries: [String] = []
}

private struct Page: View {
  let log: Log
  @State private var count = 0
  @State private var status = "starting"

  var body: some View {
    VStack {
      Text(status)
      Button("Count \(count)") { count += 1 }
    }
    .onAppear { log.entries.append("appear") }
    .task {
      log.entries.append("task")
      await Task.yield()
      status = "ready"
    }
    .onChange(of: count) { log.entries.append("count \($0) \($1)") }
    .navigationTitle("Page")
  }
}

@Suite(.timeLimit(.minutes(20))) struct AppWindowTests {
  private func host(_ log: Log = Log()) async throws -> MemoryHost {
    let window = await PresentedAppWindow(root: Page(log: log))
    let host = MemoryHost(AppHandler(window: window))
    _ = try await host.hello(.app)
    return host
  }

  private func trees(of host: MemoryHost) -> [WireValue] {
    host.requests.filter { $0.method == "presentWindow" }.map(\.params)
  }

  private func page(_ status: String, count: Int) -> WireValue {
    [
      "title": "Page",
      "view": [
        "kind": "vstack",
        "children": [
          ["kind": "text", "text": .string(status)],
          [
            "kind": "control", "form": "button", "action": 1,
            "child": ["kind": "text", "text": "Count \(count)".wire, "style": ["paint": "accent"]],
          ],
        ],
      ],
    ]
  }

  @Test func `sends the first tree, runs onAppear and task, then sends the changed tree (VIEW-27)`() async throws {
    let log = Log()
    let host = try await host(log)
    defer { host.close() }
    let reply = try await host.perform(.activate(ActivateArguments(reason: .launch))) { _, _ in ["tree": 1] }
    #expect(reply == .result(id: RequestID(.host, 2), result: [:]))
    #expect(trees(of: host) == [page("starting", count: 0), page("ready", count: 0)])
    #expect(log.entries == ["appear", "task"])
  }

  @Test func `a tap runs its handler and sends a new tree`() async throws {
    let log = Log()
    let host = try await host(log)
    defer { host.close() }
    var number: Int64 = 0
    let answer: (String, WireValue) -> WireValue = { _, _ in
      number += 1
      return ["tree": .integer(number)]
    }
    _ = try await host.perform(.activate(ActivateArguments(reason: .launch)), answering: answer)
    _ = try await host.perform(.tap(tree: 2, action: 1, isOn: nil), answering: answer)
    #expect(trees(of: host).last == page("ready", count: 1))
    #expect(trees(of: host).count == 3)
    #expect(log.entries.last == "count 0 1")
  }

  @Test(arguments: [(1, 1), (2, 2), (2, 0), (9, 1)])
  func `a tap on an older tree or an unknown handler is refused`(_ tree: Int64, _ action: Int64) async throws {
    let host = try await host()
    defer { host.close() }
    var number: Int64 = 0
    _ = try await host.perform(.activate(ActivateArguments(reason: .launch))) { _, _ in
      number += 1
      return ["tree": .integer(number)]
    }
    guard case .failure(_, let error) = try await host.perform(.tap(tree: tree, action: action, isOn: nil)) else {
      Issue.record("The tap was accepted.")
      return
    }
    #expect(error.message.hasPrefix("tap.unknown"))
  }

  @Test func `an unchanged tree is not sent again`() async throws {
    let host = try await host()
    defer { host.close() }
    _ = try await host.perform(.activate(ActivateArguments(reason: .launch))) { _, _ in ["tree": 1] }
    let count = trees(of: host).count
    _ = try await host.perform(.stateChanged(changes: [.environment])) { _, _ in ["tree": 1] }
    #expect(trees(of: host).count == count)
  }
}
