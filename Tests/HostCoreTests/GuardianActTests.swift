// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// The requirements of each act of a guardian, and its effect on the guardian's file.
@Suite struct GuardianActTests {
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)
  private static let one = FamilyID("one")

  private struct Code {
    let verifier: PasscodeVerifier
    let proof: String

    init(_ text: String) throws {
      let passcode = try #require(Passcode(text))
      verifier = try PasscodeVerifier(of: passcode, cost: GuardianActTests.cheap)
      proof = try verifier.proof(of: passcode)
    }
  }

  private let scratch = Scratch()
  private let configuration: HostConfiguration
  private let first: Code
  private let second: Code
  private let third: Code
  private var file: GuardianFile { GuardianFile(state: scratch.path) }

  init() throws {
    var configuration = try LiveRun(["one.app": .setsUp]).configuration()
    configuration.stateDirectory = scratch.path
    self.configuration = configuration
    first = try Code("first passcode")
    second = try Code("second passcode")
    third = try Code("third passcode")
  }

  private func door(_ person: AuthorizationPolicy.Person = .child) -> GuardianDoor {
    var configuration = self.configuration
    configuration.authorization = .init(person: person)
    return GuardianDoor(configuration)
  }

  private func store(_ contents: GuardianFile.Contents) throws {
    try file.change { stored throws(HostError) in stored = contents }
  }

  private func stored() throws -> GuardianFile.Contents {
    try file.change { contents throws(HostError) in contents }
  }

  private func says(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "admitted"
    } catch let error as HostError {
      return "\(error.refusal?.rawValue ?? "-"): \(error.description)"
    } catch { return "another error: \(error)" }
  }

  // MARK: - What is stored

  @Test func `each change of the passcode stores what it brings and leaves the rest`() throws {
    let pending = GuardianFile.Pending(passcode: third.verifier, recovery: first.verifier)
    let before = GuardianFile.Contents(passcode: first.verifier, recovery: second.verifier, pending: pending)
    func after(_ change: (inout GuardianFile.Contents) -> Void) -> GuardianFile.Contents {
      var contents = before
      change(&contents)
      return contents
    }
    let (new, code) = (third.verifier, first.verifier)
    let another = GuardianFile.Pending(passcode: second.verifier, recovery: new)
    let cases: [(change: PasscodeChange, news: PasscodeNews?, after: GuardianFile.Contents)] = [
      (.change(new), .changed, after { $0.passcode = new }),
      (.recover(new, recovery: code), .recovered, after { ($0.passcode, $0.recovery) = (new, code) }),
      (.replace(second.verifier, recovery: new), nil, after { $0.pending = another }),
      (.remove, .removed, GuardianFile.Contents()),
    ]
    for (change, news, after) in cases {
      try store(before)
      #expect(try door().carryOut(PersonOrder(.passcode(change), act: "x")) == news, "\(change)")
      #expect(try stored() == after, "\(change)")
    }
    try store(GuardianFile.Contents())
    let set = PersonOrder(.passcode(.set(new, recovery: code)), act: "x")
    #expect(try door().carryOut(set) == .set)
    #expect(try stored() == GuardianFile.Contents(passcode: new, recovery: code))
    // Another command was first.
    let again = PersonOrder(.passcode(.set(second.verifier, recovery: second.verifier)), act: "y")
    #expect(says { _ = try door().carryOut(again) } == "-: A passcode is set.")
    #expect(try stored() == GuardianFile.Contents(passcode: new, recovery: code))
  }

  @Test func `an order that is about no passcode leaves the guardian's file alone`() throws {
    #expect(try door().carryOut(PersonOrder(.ledger(isOn: true), as: .guardian, act: "x")) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test func `a pending passcode is adopted with its recovery code, once`() throws {
    let pending = GuardianFile.Pending(passcode: second.verifier, recovery: third.verifier)
    try store(GuardianFile.Contents(passcode: first.verifier, recovery: first.verifier, pending: pending))
    #expect(try door().adoptPending())
    let expected = GuardianFile.Contents(passcode: second.verifier, recovery: third.verifier)
    #expect(try stored() == expected)
    #expect(try !door().adoptPending())
    #expect(try stored() == expected)
  }

  // MARK: - What is needed

  @Test func `a passcode is changed and removed with the passcode, and recovered with the recovery code`() throws {
    let (new, code) = (third.verifier, third.verifier)
    let needed = "guardian.needed: This needs the guardian's passcode; repeat with --as guardian in a terminal."
    let wrong = "guardian.needed: The passcode is not right."
    let nobody = "-: No passcode is set, so nobody is the guardian; `sallyport passcode set` sets one."
    let isSet = "-: A passcode is set; `sallyport passcode change` replaces it."
    let nothing = "-: No passcode is set, so there is nothing to replace."
    // Without a proof, with the passcode's, with the recovery code's; and with the passcode's before one is set.
    let cases: [(PasscodeChange, [String])] = [
      (.change(new), [needed, "admitted", wrong, nobody]), (.remove, [needed, "admitted", wrong, nobody]),
      (.recover(new, recovery: code), [needed, wrong, "admitted", nobody]),
      (.replace(new, recovery: code), ["admitted", "admitted", "admitted", nothing]),
      (.set(new, recovery: code), [isSet, isSet, isSet, "admitted"]),
    ]
    for (change, expected) in cases {
      let order = PersonOrder(.passcode(change), act: "x")
      try store(GuardianFile.Contents(passcode: first.verifier, recovery: second.verifier))
      var found = [nil, first.proof, second.proof].map { proof in
        says { try door().admit(order, proof, of: 7) { _ in } }
      }
      try store(GuardianFile.Contents())
      found.append(says { try door().admit(order, first.proof, of: 7) { _ in } })
      #expect(found == expected, "\(change)")
      #expect(try stored() == GuardianFile.Contents(), "an attempt without a passcode is counted")
    }
  }

  @Test func `a child is asked for the guardian, an adult is not, and who acts as one gives the passcode`() throws {
    try store(GuardianFile.Contents(passcode: first.verifier, recovery: second.verifier))
    let payload = try RemotePayload(json: Data(#"{"aps":{"alert":{"title":"t"}}}"#.utf8))
    let open: [PersonOrder.Kind] = [
      .open(Self.one), .push(Self.one, payload), .widget(.tap("x", area: 2)), .cancelChange(1),
    ]
    let guarded: [PersonOrder.Kind] = [
      .ledger(isOn: false), .rename(item: "a", name: "b"), .file(item: "a", category: "2"),
      .merge(item: "a", into: "b"), .delayChanges(seconds: 3_600),
    ]
    let needed = "guardian.needed: On a child's device this is for the guardian; repeat with --as guardian."
    let unproved = "guardian.needed: This needs the guardian's passcode; repeat with --as guardian in a terminal."
    for person in AuthorizationPolicy.Person.allCases {
      for kind in open + guarded {
        func answer(_ role: PersonOrder.Role, _ proof: String?) -> String {
          says { try door(person).admit(PersonOrder(kind, as: role, act: "x"), proof, of: 7) { _ in } }
        }
        let isGuarded = person == .child && guarded.contains(kind)
        #expect(answer(.owner, nil) == (isGuarded ? needed : "admitted"), "\(person) \(kind)")
        #expect(answer(.guardian, nil) == unproved, "\(person) \(kind)")
        #expect(answer(.guardian, first.proof) == "admitted", "\(person) \(kind)")
      }
    }
  }

  @Test func `an attempt is counted before it is checked, and a right one resets its account's count`() throws {
    try store(GuardianFile.Contents(passcode: first.verifier, recovery: second.verifier))
    let order = PersonOrder(.ledger(isOn: false), as: .guardian, act: "x")
    var entered: [String] = []
    func counts() throws -> [String: Int] { try stored().tries.accounts.mapValues(\.count) }
    func attempt(_ proof: String?, of account: uid_t) -> Bool {
      says {
        try door().admit(order, proof, of: account) { news in
          let count = try counts()[String(account)] ?? 0
          entered.append("\(news.rawValue) \(count)")
        }
      } == "admitted"
    }
    #expect(try !attempt(nil, of: 7) && counts() == [:] && entered == [])
    #expect(try !attempt(second.proof, of: 7) && counts() == ["7": 1] && entered == ["wrong 1"])
    #expect(try !attempt("", of: 8) && counts() == ["7": 1, "8": 1] && entered == ["wrong 1", "wrong 1"])
    #expect(try !attempt(third.proof, of: 7) && counts() == ["7": 2, "8": 1] && entered.last == "wrong 2")
    #expect(try attempt(first.proof, of: 7) && counts() == ["8": 1] && entered.count == 3)
    #expect(says { try door().check(first.proof, of: 8) { _ in } } == "admitted")
    #expect(try counts() == [:])
    #expect(says { try door().check(second.proof, of: 9) { entered.append($0.rawValue) } }.hasSuffix("is not right."))
    #expect(try counts() == ["9": 1] && entered.last == "wrong")
  }

  @Test func `an attempt that can't be entered in the ledger is counted all the same`() throws {
    struct FullDisk: Error {}
    try store(GuardianFile.Contents(passcode: first.verifier, recovery: second.verifier))
    #expect(throws: FullDisk.self) { try door().check(second.proof, of: 7) { _ in throw FullDisk() } }
    #expect(try stored().tries.accounts.mapValues(\.count) == ["7": 1])
  }
}
