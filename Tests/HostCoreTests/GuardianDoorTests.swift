// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Synchronization
import Testing

@testable import HostCore

/// The limit on attempts at the passcode, and the guardian's acts on a running host.
@Suite struct GuardianDoorTests {
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)

  private static func at(_ minutes: Int64, boot: String = "one") -> BootTime {
    BootTime(boot: boot, milliseconds: minutes * 60_000)
  }

  private static func verifier(_ text: String) throws -> PasscodeVerifier {
    try PasscodeVerifier(of: try #require(Passcode(text)), cost: cheap)
  }

  // MARK: - The limit

  @Test func `after five attempts the waits are 1, 5, 15, 60, 60 minutes (CON-18)`() throws {
    var limit = TryLimit()
    for _ in 0..<5 { try limit.take(7, at: Self.at(0)) }
    var minutes: Int64 = 0
    for wait: Int64 in [1, 5, 15, 60, 60] {
      #expect(throws: HostError.self) { try limit.take(7, at: Self.at(minutes + wait - 1)) }
      minutes += wait
      try limit.take(7, at: Self.at(minutes))
    }
  }

  @Test func `a stored wait survives a restart of the host and of the computer (CON-18)`() throws {
    var limit = TryLimit()
    for _ in 0..<5 { try limit.take(7, at: Self.at(1_000)) }
    limit = try JSONDecoder().decode(TryLimit.self, from: JSONEncoder().encode(limit))
    #expect(throws: HostError.self) { try limit.take(7, at: Self.at(1_000)) }
    // A computer that was off can't tell for how long, so only the time since the boot counts.
    #expect(throws: HostError.self) { try limit.take(7, at: Self.at(0, boot: "two")) }
    try limit.take(7, at: Self.at(1, boot: "two"))
  }

  @Test func `an account waits for itself alone, and 100 attempts a day are the most for all`() throws {
    var limit = TryLimit()
    for _ in 0..<5 { try limit.take(7, at: Self.at(0)) }
    #expect(throws: HostError.self) { try limit.take(7, at: Self.at(0)) }
    for account: uid_t in 8..<27 { for _ in 0..<5 { try limit.take(account, at: Self.at(0)) } }
    #expect(throws: HostError.self) { try limit.take(99, at: Self.at(0)) }
    #expect(throws: HostError.self) { try limit.take(99, at: Self.at(24 * 60 - 1)) }
    try limit.take(99, at: Self.at(24 * 60))
    // The next day has a hundred of its own.
    for account: uid_t in 100..<199 { try limit.take(account, at: Self.at(24 * 60)) }
    #expect(throws: HostError.self) { try limit.take(199, at: Self.at(24 * 60)) }
    #expect(throws: HostError.self) { try limit.take(199, at: Self.at(48 * 60 - 1)) }
    try limit.take(199, at: Self.at(48 * 60))
  }

  @Test func `a right attempt gives its account all five again`() throws {
    var limit = TryLimit()
    for _ in 0..<20 {
      try limit.take(7, at: Self.at(0))
      limit.succeed(7)
    }
  }

  @Test func `processes that try at once share the attempts`() throws {
    let scratch = Scratch()
    let file = GuardianFile(state: scratch.path)
    let taken = Handle()
    let all = DispatchGroup()
    for _ in 0..<20 {
      all.enter()
      Thread.detachNewThread {
        defer { all.leave() }
        let isTaken = try? GuardianFile(state: scratch.path).change { contents throws(HostError) in
          try contents.tries.take(7, at: Self.at(0))
          // Without the lock, others would read the same count here.
          usleep(5_000)
          return true
        }
        if isTaken == true { taken.count.withLock { $0 += 1 } }
      }
    }
    all.wait()
    #expect(taken.count.withLock { $0 } == 5)
    #expect(try file.change { contents throws(HostError) in contents.tries.accounts["7"]?.count } == 5)
  }

  private final class Handle: Sendable { let count = Mutex(0) }

  // MARK: - Verifiers

  @Test func `accepts only the proof of its own passcode, in either form of its letters (CON-16)`() throws {
    let verifier = try Self.verifier("gr\u{FC}ezi mitenand")
    #expect(verifier.accepts(try verifier.proof(of: try #require(Passcode("gru\u{308}ezi mitenand")))))
    #expect(!verifier.accepts(try verifier.proof(of: try #require(Passcode("gruezi mitenand")))))
    // The stored form is not a proof, and neither is anything malformed.
    for text in [verifier.digest, "", "0", "zz", String(repeating: "0", count: 64)] { #expect(!verifier.accepts(text)) }
    #expect(try Self.verifier("gr\u{FC}ezi mitenand").digest != verifier.digest)
    let order = PersonOrder(.passcode(.set(verifier, recovery: verifier)), act: "x")
    #expect(try PersonOrder(wire: order.wire, at: "", from: .extension) == order)
  }

  // MARK: - Permissions

  @Test func `on a child's device with a passcode the child does the acts of column C, and no other (CON-15)`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    var configuration = try run.configuration()
    configuration.authorization = .init(person: .child)
    try FileManager.default.createDirectory(atPath: run.families.state, withIntermediateDirectories: true)
    let door = GuardianDoor(configuration)
    let passcode = try Self.verifier("open sesame")
    let proof = try passcode.proof(of: try #require(Passcode("open sesame")))
    let one = FamilyID("one")
    let open: [PersonOrder.Kind] = [
      .open(one), .close(one), .tap(one, tree: 1, action: 1, isOn: nil), .press(item: "a", .primaryButtonPressed),
      .ask(item: "a", seconds: 60, reason: ""), .withdraw(item: "a"), .endGrant(item: "a"),
      .answerNotification(1, of: one), .clearNotification(1, of: one), .focus(.activate(nil)),
      .restart(extension: "one.monitor"), .resend(one, number: 1), .dismiss(one, number: 1),
    ]
    let guarded: [PersonOrder.Kind] = [
      .answer(prompt: 1, isYes: true), .pick(prompt: 1, nil), .consent(one), .revoke(one, keepsShields: false),
      .remove(one), .resetTokens(one), .withdrawItem("a", from: one), .ledger(isOn: false),
      .allow(.request(1), GrantLength(.add, seconds: 60)), .refuse(request: 1),
    ]
    // Before a passcode is set there is no guardian, and the device itself refuses acts that need one.
    for kind in open + guarded { try door.admit(PersonOrder(kind, act: "x"), nil, of: 7) { _ in } }
    _ = try door.carryOut(PersonOrder(.passcode(.set(passcode, recovery: passcode)), as: .guardian, act: "set"))
    for kind in open { try door.admit(PersonOrder(kind, act: "x"), nil, of: 7) { _ in } }
    for kind in guarded {
      let refusal = #expect(throws: HostError.self, "\(kind)") {
        try door.admit(PersonOrder(kind, act: "x"), nil, of: 7) { _ in }
      }
      #expect(refusal?.refusal == .guardianNeeded, "\(kind)")
      try door.admit(PersonOrder(kind, as: .guardian, act: "x"), proof, of: 7) { _ in }
    }
  }

  // MARK: - A running host

  @Test func `a running host takes a guardian's act with the passcode only, and counts across its restart`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    try run.begin([(0, LiveRun.editor)], answered: [])
    let client = try #require(HostClient(state: run.families.state))
    let passcode = try Self.verifier("open sesame")
    func act(_ name: String, _ proof: String?, _ client: HostClient) throws -> HostClient.Outcome {
      try client.act(PersonOrder(.ledger(isOn: false), as: .guardian, act: name), proof: proof)
    }
    func refusal(_ name: String, _ proof: String?, _ client: HostClient) -> String {
      do { return "\(try act(name, proof, client))" } catch { return "\(error)" }
    }
    let right = try passcode.proof(of: try #require(Passcode("open sesame")))
    #expect(refusal("none", right, client).contains("No passcode is set"))
    let set = PersonOrder(.passcode(.set(passcode, recovery: try Self.verifier("ABCDEFGH"))), as: .guardian, act: "set")
    #expect(try client.act(set) == .done)
    #expect(refusal("without", nil, client).contains("needs the guardian's passcode"))
    let wrong = try passcode.proof(of: try #require(Passcode("open barley")))
    for number in 0..<5 { #expect(refusal("wrong \(number)", wrong, client).contains("is not right")) }
    #expect(refusal("right", right, client).contains("Too many attempts"))
    try run.end()
    let next = try LiveRun(["one.app": .setsUp], in: run.families)
    try next.begin([(0, LiveRun.editor)], answered: [])
    #expect(
      refusal("restarted", right, try #require(HostClient(state: run.families.state))).contains("Too many attempts"))
    try next.end()
  }
}
