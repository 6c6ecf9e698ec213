// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// The socket on which a running host takes the acts of a person.
@Suite(.serialized) struct HostSocketTests {
  private let one = FamilyID("one")

  /// A running host over one family whose app asks for authorization; the answers file names no family.
  private func host() throws -> (run: LiveRun, client: HostClient) {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .answers(["effects": []])])
    try run.begin([(0, LiveRun.editor)], answered: [])
    return (run, try #require(HostClient(state: run.families.state)))
  }

  private func opened() throws -> (run: LiveRun, client: HostClient, prompt: OpenPromptFacts) {
    let (run, client) = try host()
    #expect(try client.act(PersonOrder(.open(one), act: "open")) == .done)
    try run.wait(for: { $0.what.hasPrefix("asks the person") })
    return (run, client, try #require(try client.openPrompts().first))
  }

  @Test func `without an answer a family is not approved, and a yes approves it`() throws {
    let (run, client, prompt) = try opened()
    #expect(prompt.family == one && prompt.form == .yesOrNo && !prompt.needsGuardian)
    #expect(try client.act(PersonOrder(.answer(prompt: prompt.number, isYes: true), act: "yes")) == .done)
    try run.wait(for: { $0.kind == .authorization && $0.what == "approved" })
    #expect(try client.openPrompts().isEmpty)
    try run.end()
  }

  @Test func `an opened app is activated once, and its family's callbacks go on while it is open`() throws {
    let (run, client, prompt) = try opened()
    #expect(try client.act(PersonOrder(.answer(prompt: prompt.number, isYes: true), act: "yes")) == .done)
    try run.wait(for: "intervalDidStart", of: "one.monitor")
    #expect(run.programs.stage.requests.count { $0.callback == "activate" } == 1)
    #expect(try client.act(PersonOrder(.close(one), act: "close")) == .done)
    try run.end()
    #expect(run.programs.stage.requests.count { $0.callback == "activate" } == 1)
  }

  @Test func `an act that arrives again has one effect and the same result (CON-4)`() throws {
    let (run, client, prompt) = try opened()
    let order = PersonOrder(.answer(prompt: prompt.number, isYes: true), act: "yes")
    #expect(try client.act(order) == .done)
    #expect(try client.act(order) == .done)
    #expect(run.events.count { $0.kind == .authorization && $0.what == "approved" } == 1)
    let other = PersonOrder(.answer(prompt: prompt.number, isYes: false), act: "yes")
    #expect(throws: HostError.self) { try client.act(other) }
    // With another id it is a new act. Somebody has already answered, so the opposite answer is refused.
    let again = try client.act(PersonOrder(.answer(prompt: prompt.number, isYes: true), act: "again"))
    guard case .already(let says) = again else { return #expect(Bool(false), "\(again)") }
    #expect(says.contains("by the owner"))
    #expect(throws: HostError.self) {
      try client.act(PersonOrder(.answer(prompt: prompt.number, isYes: false), act: "contrary"))
    }
    try run.end()
  }

  @Test func `the number of a prompt is never used again, even by the next host`() throws {
    let (run, client, prompt) = try opened()
    #expect(try client.act(PersonOrder(.answer(prompt: prompt.number, isYes: false), act: "no")) == .done)
    // Otherwise the next host sends the opening again.
    try run.wait(for: "activate", of: "one.app")
    try run.end()
    let next = try LiveRun(["one.app": .setsUp], in: run.families)
    try next.begin([(0, LiveRun.editor)], answered: [])
    let again = try #require(HostClient(state: run.families.state))
    #expect(throws: HostError.self) {
      try again.act(PersonOrder(.answer(prompt: prompt.number, isYes: true), act: "late"))
    }
    #expect(try again.act(PersonOrder(.open(one), act: "open")) == .done)
    try next.wait(for: { $0.what.hasPrefix("asks the person") })
    #expect(try again.openPrompts().map(\.number) == [prompt.number + 1])
    try next.end()
  }

  @Test func `refuses an order of the wrong role, form or name without a change`() throws {
    let (run, client, prompt) = try opened()
    for kind: PersonOrder.Kind in [
      .pick(prompt: prompt.number, nil), .answer(prompt: prompt.number + 1, isYes: true), .open(FamilyID("nobody")),
      .tap(one, tree: 1, action: 1, isOn: nil), .press(item: "org.gnome.TextEditor", .primaryButtonPressed),
      .revoke(one, keepsShields: false), .close(one), .clearNotification(1, of: one),
    ] {
      #expect(throws: HostError.self, "\(kind)") { try client.act(PersonOrder(kind, act: "\(kind)")) }
    }
    #expect(try client.openPrompts() == [prompt])
    try run.end()
  }

  /// Lines that are not calls, with the code of the answer.
  private static let malformed: [(line: String, code: String)] = [
    ("not json", "request.malformed"), (#"{"id":1}"#, "schema"), (#"{"id":1,"call":"shout"}"#, "notFound"),
    (#"{"id":1,"call":"requests","with":{"all":true}}"#, "schema"),
    (#"{"id":1,"call":"requests","id":2}"#, "request.malformed"),
    (#"{"id":1,"call":"act","with":{"act":"a","kind":"open"}}"#, "schema"),
    (#"{"id":1,"call":"act","with":{"act":"a","kind":"open","family":"one","through":"cli"}}"#, "schema"),
    (#"{"id":1,"call":"act","with":{"act":"a","kind":"open","family":"one","by":"somebody"}}"#, "schema"),
    (#"{"id":1,"call":"act","with":{"act":"a","kind":"ledger","on":"yes"}}"#, "schema"),
    (String(repeating: "x", count: 70_000), "request.malformed"),
  ]

  @Test func `answers a malformed line with the code of its fault (CON-32)`() throws {
    let (run, client) = try host()
    for (line, code) in Self.malformed {
      let raw = try RawConnection(run.families.state)
      try raw.write(line + "\n")
      #expect(try raw.line().contains("\"code\":\"\(code)\""), "\(line.prefix(80))")
    }
    #expect(try client.openPrompts().isEmpty)
    try run.end()
  }

  @Test func `500 half-open connections and an unread answer keep nobody out`() throws {
    let (run, client, prompt) = try opened()
    let half = try (0..<500).map { _ in try RawConnection(run.families.state) }
    for connection in half.suffix(100) { try? connection.write("{") }
    let flood = try RawConnection(run.families.state)
    for _ in 0..<2_000 where flood.isWritable { try? flood.write(#"{"id":1,"call":"items"}"# + "\n") }
    // The command's own connection was silent the longest, so it may be closed; a new one is served.
    _ = client
    let fresh = try #require(HostClient(state: run.families.state))
    #expect(try fresh.openPrompts() == [prompt])
    try run.end()
  }

  @Test func `two lines at once get two answers in order`() throws {
    let (run, _) = try host()
    let raw = try RawConnection(run.families.state)
    try raw.write((1...40).map { #"{"id":\#($0),"call":"requests"}"# + "\n" }.joined())
    #expect(try (1...40).map { _ in try raw.line() } == (1...40).map { #"{"id":\#($0),"ok":{"prompts":[]}}"# })
    try run.end()
  }

  @Test func `only the account of the host may connect, and the socket goes with it (CON-32)`() throws {
    let (run, _) = try host()
    var facts = stat()
    #expect(stat(run.families.state + "/host.sock", &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    try run.end()
    #expect(stat(run.families.state + "/host.sock", &facts) != 0)
    #expect(HostClient(state: run.families.state) == nil)
    // A socket for another account lets this one in at the door, and shows it out.
    let foreign = try HostSocket(state: run.families.state, account: geteuid() + 1)
    let raw = try RawConnection(run.families.state)
    try raw.write(#"{"id":1,"call":"requests"}"# + "\n")
    try foreign.serve { _ in
      Issue.record("a line of another account was read")
      return HostAnswer(id: 0, body: .ok([:]))
    }
    #expect(throws: HostError.self) { try raw.line() }
  }

  @Test func `every order reads back as it was written (CON-1)`() throws {
    let pick = PersonAnswers.Pick(applications: ["a.b"], categories: ["1"], webDomains: [])
    for kind: PersonOrder.Kind in [
      .answer(prompt: 3, isYes: false), .answer(prompt: 3, isYes: true, ConsentTerms(profile: .tight, policy: 9)),
      .widget(
        .place(one, kind: "Clock", size: "systemSmall", [StoredParameter(name: "v0", json: #"{"string":"_0"}"#)])),
      .widget(.tap("x", area: 2)), .widget(.set("x", name: "a", value: #""_0":"#)), .focus(.activate("work")),
      .focus(.activate(nil)),
      .consent(one, ConsentTerms(profile: .open)), .delayChanges(seconds: 3_600), .pick(prompt: 4, nil),
      .pick(prompt: 4, pick), .open(one), .close(one),
      .tap(one, tree: 2, action: 1, isOn: nil), .tap(one, tree: 2, action: 1, isOn: false),
      .press(item: "a.b", .thirdSecondarySubmenuItemPressed), .consent(one), .revoke(one, keepsShields: true),
      .remove(one), .resetTokens(one), .withdrawItem("a.b", from: one), .ledger(isOn: true),
      .answerNotification(7, of: one), .clearNotification(7, of: one),
    ] {
      let order = PersonOrder(kind, as: .guardian, by: .console, act: "x")
      #expect(try PersonOrder(wire: order.wire, at: "", from: .extension) == order)
    }
  }
}

/// A connection that sends any bytes.
final class RawConnection {
  private let descriptor: CInt
  private var received: [UInt8] = []

  init(_ state: String) throws {
    let address = try HostSocketAddress(state: state)
    defer { address.close() }
    descriptor = HostSocketAddress.socket(isBlocking: true)
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    try #require(address.with { connect(descriptor, $0, $1) } == 0)
  }

  deinit { close(descriptor) }

  var isWritable: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 200) == 1 && polled.revents & Int16(POLLHUP) == 0
  }

  func write(_ text: String) throws {
    let count = send(descriptor, text, text.utf8.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
    guard count > 0 else { throw HostError(.failed, "the host does not read") }
  }

  func line() throws -> String {
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      guard byte != 0x0A else {
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
      }
      received.append(byte)
    }
    throw HostError(.failed, "the connection ended")
  }
}
