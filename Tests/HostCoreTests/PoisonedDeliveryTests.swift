// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Every short sequence of ends of one request, compared with the rule in words: it is given up after its third failure,
/// or after its second crash without an accepted reply in between (C5).
@Suite struct PoisonedDeliveryTests {
  private static let homework = FamilyID("homework")

  enum End: CaseIterable {
    case accepted, crash, deadline, reset

    var end: CallEnd? {
      switch self {
      case .accepted: .replied(["effects": []])
      case .crash: .fallback(reason: "crash.SIGSEGV")
      case .deadline: .fallback(reason: .process(.deadline))
      case .reset: nil
      }
    }
  }

  /// The outcomes that the rule gives, in order.
  private func expected(_ ends: [End]) -> [String] {
    var (outcomes, failures, hasCrashed): ([String], Int, Bool) = ([], 0, false)
    for end in ends {
      switch end {
      case .accepted:
        outcomes.append("applied reply.ok")
        (failures, hasCrashed) = (0, false)
      case .crash where hasCrashed:
        outcomes.append("failed poison")
        failures = 0
      case .crash, .deadline:
        failures += 1
        hasCrashed = hasCrashed || end == .crash
        if failures == 3 { outcomes.append("failed \(end == .crash ? "crash.SIGSEGV" : "deadline")") }
        if failures == 3 { failures = 0 }
      case .reset: hasCrashed = false
      }
    }
    return outcomes
  }

  /// The sequences of three ends.
  private static let sequences: [[End]] = (0..<3).reduce([[]]) { sequences, _ in
    sequences.flatMap { sequence in End.allCases.map { sequence + [$0] } }
  }

  private func take(_ end: End, on life: PlayedLife) throws {
    guard let reply = end.end else { return _ = life.take(.operator(.reset(ProgramID("homework.app")))) }
    if life.bench.sent.isEmpty { life.take(.person(PersonAct(.opens(Self.homework, stays: false)))) }
    try life.end(try #require(life.bench.sent.first).call, reply)
  }

  private func outcomes(of life: PlayedLife) throws -> [String] {
    try life.facts.store.read { try $0.deliveryHistory() }.compactMap(\.settlement).map { "\($0.outcome) \($0.reason)" }
  }

  @Test(arguments: End.allCases)
  func `a request is given up after three failures, or two crashes without an accepted reply between them`(
    _ first: End
  ) throws {
    let life = try PlayedLife(points: [])
    for sequence in Self.sequences.map({ [first] + $0 }) {
      // An accepted reply ends the sequence and starts a new one.
      let ends = sequence + [.accepted]
      let before = try outcomes(of: life).count
      for end in ends { try take(end, on: life) }
      let found = try outcomes(of: life).dropFirst(before)
      #expect(Array(found) == expected(ends), "\(sequence)")
    }
  }
}
