// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// Replacing a forgotten passcode without the recovery code: the delay, the notice on every page, and cancelling it.
@Suite struct PasscodeReplacementTests {
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)
  private static let chess = Item.application("org.gnome.Chess")

  private static func verifier(_ text: String) throws -> PasscodeVerifier {
    try PasscodeVerifier(of: try #require(Passcode(text)), cost: cheap)
  }

  private func run() throws -> HostedRun {
    let families = try ScriptFamilies()
    try families.add("steady", app: "picker.py")
    let run = try HostedRun(families, names: [Self.chess: "Chess"], looseningSeconds: 86_400)
    try run.use(Self.chess, onDay: 0)
    return run
  }

  private func carryOut(_ change: PasscodeChange, _ name: String, _ run: HostedRun, proof: String? = nil) throws
    -> HostClient.Outcome
  {
    try run.host.carryOut(PersonOrder(.passcode(change), as: .guardian, act: name), proof: proof)
  }

  private func passcode(_ run: HostedRun) throws -> PasscodeVerifier? {
    try GuardianFile(state: run.host.configuration.stateDirectory).passcode()
  }

  private func entries(_ run: HostedRun) throws -> [String] {
    try run.host.facts.store.read { try PrivacyLedger.entries(in: $0, name: run.host.facts.name(of:)) }.map(\.says)
  }

  private func notices(_ run: HostedRun, _ address: PageAddress) throws -> [String] {
    try PageMaker(run.host.facts, hasPasscode: true).page(address).notices.map(\.says.text)
  }

  @Test func `the new passcode takes effect after a day, and until then every page shows a notice (CON-19)`() throws {
    let run = try run()
    let (first, second) = (try Self.verifier("open sesame"), try Self.verifier("open barley"))
    let code = try Self.verifier("ABCDEFGH")
    // Without a passcode there is nothing to replace.
    #expect(throws: HostError.self) { try carryOut(.replace(second, recovery: code), "none", run) }
    #expect(try carryOut(.set(first, recovery: code), "set", run) == .done)
    guard case .waiting(let says) = try carryOut(.replace(second, recovery: code), "replace", run) else {
      return #expect(Bool(false), "replaced at once")
    }
    #expect(says.contains("changes --cancel 1"), "\(says)")
    guard case .already = try carryOut(.replace(second, recovery: code), "twice", run) else {
      return #expect(Bool(false), "waits twice")
    }
    for address in [PageAddress.today, .requests, .families, .ledger, .device, .gallery, .shields] {
      #expect(
        try notices(run, address).contains { $0.contains("the guardian’s passcode is replaced without") },
        "\(address)")
    }
    #expect(try passcode(run) == first)
    // A clock that is set forward brings it no nearer.
    try run.host.setClock(to: run.host.facts.state.now.advanced(by: 30 * 86_400_000))
    let now = run.host.facts.state.now
    try run.host.run(through: [UseSpan](), until: now.advanced(by: 86_400_000 - 60_000))
    _ = try? carryOut(.set(second, recovery: code), "early", run)
    #expect(try passcode(run) == first)
    try run.host.run(through: [UseSpan](), until: now.advanced(by: 86_400_000 + 60_000))
    // It takes effect at the next call, whatever that is.
    _ = try? carryOut(.set(second, recovery: code), "late", run)
    #expect(try passcode(run) == second)
    #expect(run.host.facts.waitingChanges.isEmpty)
    #expect(try notices(run, .device) == [])
    let said = try entries(run)
    #expect(said.contains("The passcode was replaced without the recovery code."), "\(said)")
    _ = try run.close()
  }

  @Test func `it can be cancelled, and ends when the passcode is changed by one who knows it (CON-19)`() throws {
    let run = try run()
    let (first, second) = (try Self.verifier("open sesame"), try Self.verifier("open barley"))
    #expect(try carryOut(.set(first, recovery: second), "set", run) == .done)
    _ = try carryOut(.replace(second, recovery: second), "one", run)
    #expect(try run.host.carryOut(PersonOrder(.cancelChange(1), act: "cancel")) == .done)
    #expect(run.host.facts.waitingChanges.isEmpty)
    try run.use(nil, onDay: 2)
    _ = try? carryOut(.set(second, recovery: second), "after", run)
    #expect(try passcode(run) == first)
    _ = try carryOut(.replace(second, recovery: second), "two", run)
    let third = try Self.verifier("open pepper")
    let proof = try first.proof(of: try #require(Passcode("open sesame")))
    #expect(try carryOut(.change(third), "change", run, proof: proof) == .done)
    #expect(run.host.facts.waitingChanges.isEmpty)
    #expect(try notices(run, .today) == [])
    try run.use(nil, onDay: 4)
    _ = try? carryOut(.set(second, recovery: second), "later", run)
    #expect(try passcode(run) == third)
    _ = try run.close()
  }

  @Test func `a replacement whose passcode is gone ends as cancelled, and the old passcode stays (CON-19)`() throws {
    let run = try run()
    let (first, second) = (try Self.verifier("open sesame"), try Self.verifier("open barley"))
    #expect(try carryOut(.set(first, recovery: second), "set", run) == .done)
    _ = try carryOut(.replace(second, recovery: second), "replace", run)
    // As in a file that was restored from a backup.
    let file = GuardianFile(state: run.host.configuration.stateDirectory)
    try file.change { contents throws(HostError) in contents.pending = nil }
    try run.use(nil, onDay: 2)
    _ = try? carryOut(.set(second, recovery: second), "late", run)
    #expect(try passcode(run) == first && run.host.facts.waitingChanges.isEmpty)
    let said = try entries(run)
    #expect(said.contains { $0.contains("cancelled") } && !said.contains { $0.contains("was replaced") }, "\(said)")
    _ = try run.close()
  }

  @Test func `neither the state nor an answer holds the new passcode before its time (CON-17)`() throws {
    let run = try run()
    let second = try Self.verifier("open barley")
    #expect(try carryOut(.set(try Self.verifier("open sesame"), recovery: second), "set", run) == .done)
    let order = PersonOrder(.passcode(.replace(second, recovery: second)), act: "replace")
    #expect(try PersonOrder(wire: order.wire, at: "", from: .extension) == order)
    _ = try run.host.carryOut(order)
    let waiting = try #require(run.host.facts.waitingReplacement)
    #expect(!String(decoding: try JSONEncoder().encode(waiting), as: UTF8.self).contains(second.digest))
    _ = try run.close()
  }
}
