// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// Acts of a person as they are written: who acted, what became of a passcode, and what an order leaves out.
@Suite struct PersonWordsTests {
  @Test func `an act is entered with the person, the means and the proof`() {
    for (by, owner, guardian) in [
      (.cli, "the owner, by a command", "the guardian, by a command"),
      (.console, "the owner, in the console", "the guardian, in the console"),
      (.shield, "the owner, at a shield", "the guardian, at a shield"), (.script, "a script", "a script"),
      (.device, "the owner, on another device", "the guardian, on another device"),
    ] as [(ActOrigin.Means, String, String)] {
      let orders = [PersonOrder.Role.owner, .guardian].map {
        PersonOrder(.ledger(isOn: true), as: $0, by: by, act: "a")
      }
      #expect(orders.map(\.origin.spoken) == [owner, guardian])
      #expect(orders.map(\.origin) == [ActOrigin(by, as: .owner), ActOrigin(by, as: .guardian, proof: .passcode)])
      #expect(orders.map(\.role.authority) == [.person, .guardian])
    }
  }

  @Test func `a new passcode ends the wait for one, and the first one or a wrong one does not`() {
    for (news, words, isEnd) in [
      (.set, "set", false), (.changed, "changed", true), (.recovered, "replaced with the recovery code", true),
      (.replaced, "replaced without the recovery code", true), (.removed, "removed", true),
      (.wrong, "given wrongly", false),
    ] as [(PasscodeNews, String, Bool)] {
      #expect(news.spoken == words && news.endsReplacement == isEnd, "\(news)")
    }
  }

  @Test func `a prompt says its family and its question`() {
    let family = FamilyID("homework")
    let prompts: [(Prompt, String)] = [
      (
        .authorization(family, as: .child, by: .guardian),
        "may it manage this device (child, the guardian agrees)?"
      ),
      (
        .authorization(family, as: .individual, by: .owner),
        "may it manage this device (individual, the owner agrees)?"
      ),
      (.revocation(family), "may it end what the guardian approved?"),
      (.profile(family, profile: "open"), "may it use the wider profile “open”?"),
      (.pick(family, title: "Games"), "a choice for “Games”"),
    ]
    for (prompt, question) in prompts { #expect(prompt.family == family && prompt.question == question) }
  }

  // MARK: - On the socket

  @Test func `members that an order leaves out have the careful values`() throws {
    let family = FamilyID("f")
    let nothing = PersonAnswers.Pick(applications: [], categories: [], webDomains: [])
    for (wire, kind) in [
      (["act": "a", "family": "f", "kind": "revoke"], .revoke(family, keepsShields: false)),
      (["act": "a", "kind": "pick", "prompt": 1], .pick(prompt: 1, nothing)),
      (["act": "a", "item": "b", "kind": "ask", "seconds": 60], .ask(item: "b", seconds: 60, reason: "")),
      (["act": "a", "kind": "answer", "prompt": 1, "yes": true], .answer(prompt: 1, isYes: true, ConsentTerms())),
      (
        ["act": "a", "action": 3, "family": "f", "kind": "tap", "tree": 2],
        .tap(family, tree: 2, action: 3, isOn: nil)
      ),
    ] as [(WireValue, PersonOrder.Kind)] {
      let order = try PersonOrder(wire: wire, at: "", from: .extension)
      #expect(order == PersonOrder(kind, as: .owner, by: .cli, act: "a"), "\(wire)")
    }
  }

  private static let salts = ["01", "02"].map { String(repeating: $0, count: 16) }
  private static let digest = String(repeating: "ab", count: 32)

  @Test func `a verifier reads back as it was written, up to the highest cost`() throws {
    for (rounds, blockSize, parallelism) in [(1_024, 1, 1), (2_048, 2, 4), (1 << 20, 8, 4), (1_024, 8, 1)] {
      let cost = PasscodeVerifier.Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
      let verifier = try #require(PasscodeVerifier(salt: Self.salts[0], cost: cost, digest: Self.digest))
      #expect(
        verifier.wire == [
          "blockSize": .integer(Int64(blockSize)), "digest": .string(Self.digest),
          "parallelism": .integer(Int64(parallelism)), "rounds": .integer(Int64(rounds)),
          "salt": .string(Self.salts[0]),
        ])
      #expect(try PasscodeVerifier(wire: verifier.wire, at: "", from: .extension) == verifier)
    }
    for (rounds, blockSize, parallelism) in [(1 << 21, 8, 4), (1_024, 9, 1), (1_024, 1, 5), (512, 1, 1), (1_025, 1, 1)]
      as [(Int64, Int64, Int64)]
    {
      let wire: WireValue = [
        "blockSize": .integer(blockSize), "digest": .string(Self.digest), "parallelism": .integer(parallelism),
        "rounds": .integer(rounds), "salt": .string(Self.salts[0]),
      ]
      #expect(throws: WireError.self, "\(wire)") { try PasscodeVerifier(wire: wire, at: "", from: .extension) }
    }
  }

  @Test func `a change of the passcode reads back as it was written, and only a replacement waits`() throws {
    let cost = PasscodeVerifier.Cost(rounds: 1_024, blockSize: 1, parallelism: 1)
    let verifiers = try Self.salts.map {
      try #require(PasscodeVerifier(salt: $0, cost: cost, digest: Self.digest))
    }
    let (passcode, recovery) = (verifiers[0], verifiers[1])
    for (change, names) in [
      (.set(passcode, recovery: recovery), ["passcode", "recovery", "which"]),
      (.change(passcode), ["passcode", "which"]),
      (.recover(passcode, recovery: recovery), ["passcode", "recovery", "which"]),
      (.replace(passcode, recovery: recovery), ["passcode", "recovery", "which"]), (.remove, ["which"]),
    ] as [(PasscodeChange, [String])] {
      let order = PersonOrder(.passcode(change), as: .guardian, act: "a")
      #expect(try PersonOrder(wire: order.wire, at: "", from: .extension) == order)
      guard case .object(let object) = change.wire else { throw CancellationError() }
      #expect(object.members.map(\.name) == names)
      if names.contains("passcode") { #expect(object["passcode"] == passcode.wire) }
      if names.contains("recovery") { #expect(object["recovery"] == recovery.wire) }
      let isReplacement = if case .replace = change { true } else { false }
      #expect(order.waits == isReplacement)
    }
    #expect(!PersonOrder(.ledger(isOn: true), act: "a").waits)
  }
}
