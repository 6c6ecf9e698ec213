// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Requests for more time and their answers, as a person gives them to a running host.
@Suite(.serialized) struct TimeRequestTests {
  private let editor = "org.gnome.TextEditor"

  private func host(_ earlier: ScriptFamilies? = nil) throws -> (run: LiveRun, client: HostClient) {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .answers(["effects": []])], in: earlier)
    run.names = [.application(editor): "Text Editor"]
    try run.begin([(0, LiveRun.editor)], answered: [])
    return (run, try #require(HostClient(state: run.families.state)))
  }

  private func ask(_ act: String, reason: String = "") -> PersonOrder {
    PersonOrder(.ask(item: editor, seconds: 900, reason: reason), act: act)
  }

  private func page(_ run: LiveRun, _ path: String, hidesNames: Bool = false) throws -> String {
    let raw = try RawConnection(run.families.state)
    try raw.write(#"{"id":1,"call":"page","with":{"path":"\#(path)","hidesNames":\#(hidesNames)}}"# + "\n")
    return try raw.line()
  }

  private func entries(_ run: LiveRun) throws -> [String] {
    try DeviceStore(directory: run.families.state, durability: .simulated).read { reader in
      try PrivacyLedger.entries(in: reader, name: { $0.id }).filter { $0.kind == .timeRequest }.map(\.says)
    }
  }

  @Test func `a second request for an item is the first one, and an answered one is answered once`() throws {
    let (run, client) = try host()
    #expect(try client.act(ask("a", reason: "level 3")) == .done)
    guard case .already(let says) = try client.act(ask("b")) else { return #expect(Bool(false), "asked twice") }
    #expect(says.contains("Text Editor"))
    #expect(try client.act(PersonOrder(.refuse(request: 1), act: "c")) == .done)
    guard case .already = try client.act(PersonOrder(.refuse(request: 1), act: "d")) else {
      return #expect(Bool(false), "refused twice")
    }
    do {
      _ = try client.act(PersonOrder(.allow(.request(1), GrantLength(.add, seconds: 900)), act: "e"))
      Issue.record("what was refused is allowed")
    } catch {
      #expect(error.refusal == .settled)
    }
    // Another request may follow, with a number of its own.
    #expect(try client.act(ask("f")) == .done)
    #expect(try client.act(PersonOrder(.allow(.request(2), GrantLength(.add, seconds: 900)), act: "g")) == .done)
    try run.end()
    let told = try entries(run)
    #expect(
      told.count == 4 && told[0].contains("15 min were asked for") && told[3].contains("allowed 15 min"), "\(told)")
  }

  @Test func `a grant is added to, replaced and ended, and requests outlive the host`() throws {
    let (run, client) = try host()
    func isGranted() throws -> Bool { try page(run, "/shields").contains("Open for a limited time") }
    #expect(try client.act(PersonOrder(.endGrant(item: editor), act: "none")) != .done)
    #expect(try client.act(PersonOrder(.allow(.item(editor), GrantLength(.replace, seconds: 600)), act: "a")) == .done)
    #expect(try isGranted())
    #expect(try client.act(PersonOrder(.endGrant(item: editor), act: "b")) == .done)
    #expect(try !isGranted())
    #expect(try client.act(ask("c")) == .done)
    try run.end()
    let (next, again) = try host(run.families)
    guard case .already = try again.act(ask("d")) else { return #expect(Bool(false), "the request is lost") }
    #expect(try again.act(PersonOrder(.withdraw(item: editor), act: "e")) == .done)
    #expect(try again.act(PersonOrder(.withdraw(item: editor), act: "f")) != .done)
    try next.end()
  }

  @Test func `a request of a wrong length, a long reason or an unknown item is refused`() throws {
    let (run, client) = try host()
    for kind: PersonOrder.Kind in [
      .ask(item: editor, seconds: 59, reason: ""), .ask(item: editor, seconds: 86_401, reason: ""),
      .ask(item: editor, seconds: 900, reason: String(repeating: "x", count: 141)),
      .ask(item: "nothing", seconds: 900, reason: ""), .refuse(request: 9),
      .allow(.request(9), GrantLength(.add, seconds: 60)), .allow(.item("nothing"), GrantLength(.untilEndOfDay)),
    ] {
      #expect(throws: HostError.self, "\(kind)") { try client.act(PersonOrder(kind, act: "\(kind)")) }
    }
    try run.end()
    #expect(try entries(run).isEmpty)
  }

  @Test func `orders about time read back as they were written`() throws {
    for kind: PersonOrder.Kind in [
      .ask(item: "a.b", seconds: 900, reason: "why"), .withdraw(item: "a.b"), .refuse(request: 3),
      .endGrant(item: "a.b"),
      .allow(.request(3), GrantLength(.add, seconds: 60)), .allow(.item("a.b"), GrantLength(.replace, seconds: 60)),
      .allow(.item("a.b"), GrantLength(.untilEndOfDay)),
    ] {
      let order = PersonOrder(kind, as: .guardian, act: "x")
      #expect(try PersonOrder(wire: order.wire, at: "", from: .extension) == order)
    }
  }

  @Test func `showing a page a thousand times changes nothing, and a watcher is notified of every change (CON-3)`()
    throws
  {
    let (run, client) = try host()
    let watcher = try RawConnection(run.families.state)
    try watcher.write(#"{"id":1,"call":"watch"}"# + "\n")
    _ = try watcher.line()
    let before = run.events.count
    for path in [
      "/today", "/week", "/day", "/shields", "/requests", "/families", "/family/one", "/ledger", "/extensions",
      "/device", "/gallery", "/item/app%3Aorg.gnome.TextEditor", "/use/2026-10-19~device",
      "/shield/app%3Aorg.gnome.TextEditor",
    ] {
      let shown = try page(run, path)
      #expect(shown.contains("\"title\""), "\(path): \(shown)")
      #expect(try page(run, path, hidesNames: true).contains("Text Editor") == false, "\(path)")
    }
    for _ in 0..<100 { _ = try page(run, "/today") }
    #expect(run.events.count == before)
    #expect(try client.act(ask("a")) == .done)
    #expect(try watcher.line().hasPrefix(#"{"changes":"#))
    #expect(try page(run, "/requests").contains("More time for"))
    for (path, code) in [
      ("/item/number%3A99", "notFound"), ("/day/2026-02-30", "notFound"), ("/family/nobody", "notFound"),
      ("/use/2026-10-19", "notFound"), ("/week/2026-W54", "notFound"), ("/nothing", "schema"), ("/today/x", "schema"),
    ] {
      #expect(try page(run, path).contains("\"code\":\"\(code)\""), "\(path)")
    }
    try run.end()
  }
}
