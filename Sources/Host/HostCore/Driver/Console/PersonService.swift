// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules

/// Answers the calls of commands to a running host.
final class PersonService {
  /// The acts that are remembered with their results, so that one that arrives again has no second effect.
  private static let remembered = 4_096

  private let facts: DeviceFacts
  private let door: GuardianDoor
  private let pages: PageCall
  private var results: [String: (order: PersonOrder, answer: HostAnswer.Body)] = [:]
  private var order: [String] = []

  init(_ facts: DeviceFacts, _ configuration: HostConfiguration) {
    self.facts = facts
    door = GuardianDoor(configuration)
    pages = PageCall(facts, GuardianFile(state: configuration.stateDirectory))
  }

  /// - Parameter take: passes an input to the device. Throws `HostError` if the device refuses it.
  func answer(_ line: HostLine, _ take: (DeviceInput) throws -> Void) throws -> HostAnswer {
    guard case .value(let value) = line else {
      guard case .malformed(let reason) = line else { return HostAnswer(id: 0, body: .ok([:])) }
      return HostAnswer(id: 0, body: .error(.malformed, reason))
    }
    try door.settle(facts, take)
    let id: Int64
    let call: HostCall
    do throws(WireError) {
      var reader = try WireReader(value, at: "", from: .extension)
      id = try reader.integer("id", in: 1...Int64(1) << 53 - 1)
      let name = try reader.name("call", atMost: 64)
      let parameters = reader.value("with") ?? [:]
      try reader.finish()
      guard let word = HostCall.Word(rawValue: name) else {
        return HostAnswer(id: id, body: .error(.notFound, "“\(name)” is not a call of this host."))
      }
      call = try HostCall(word, parameters)
    } catch {
      return HostAnswer(id: 0, body: .error(.schema, "\(error)"))
    }
    return HostAnswer(id: id, body: try answer(call, take), watches: call == .watch)
  }

  private func answer(_ call: HostCall, _ take: (DeviceInput) throws -> Void) throws -> HostAnswer.Body {
    switch call {
    case .requests: .ok(["prompts": (facts.openPrompts + facts.unansweredPrompts).wire])
    case .items(let text):
      .ok([
        "items": .array(
          facts.items(containing: text).map {
            ["id": .string($0.id), "kind": .string("\($0.kind)"), "name": .string(facts.name(of: $0))]
          })
      ])
    case .window(let family):
      facts.window(of: family).map {
        .ok(["controls": $0.controls.wire, "tree": .integer($0.tree)])
      } ?? .error(.notFound, "The app of “\(family.rawValue)” shows no window; `sallyport open \(family.rawValue)`.")
    case .page(let address, let hidesNames): try pages.answer(address, hidesNames: hidesNames)
    case .export(let family, let first, let last):
      try export(LedgerExport(of: family?.rawValue, from: first, to: last), take)
    case .watch: .ok(["changes": .integer(facts.changes)])
    case .prove(let proof): try prove(proof, take)
    case .act(let order, let proof): try perform(order, proof, take)
    }
  }

  private func export(_ export: LedgerExport, _ take: (DeviceInput) throws -> Void) throws -> HostAnswer.Body {
    let tooLarge = HostAnswer.Body.error(
      .tooLarge, "The ledger of these days is longer than an answer may be; export fewer days.")
    // Checked before anything is read or entered, since a ledger of years would hold up the device.
    let most = (entries: Int64([String].mostInAnswer), bytes: Int64([String].mostBytesInAnswer))
    guard try !export.isLarger(than: most.entries, most.bytes, in: facts),
      try export.lines(of: facts).leaveRoomForAnEntry
    else { return tooLarge }
    // Entered before it is read, so that the export contains its own entry.
    try take(.operator(.exported(export.name)))
    return .ok(["lines": .array(try export.lines(of: facts).map { .string($0) })])
  }

  private func prove(_ proof: String, _ take: (DeviceInput) throws -> Void) throws -> HostAnswer.Body {
    do {
      // Only the console asks for a proof without an act.
      let origin = ActOrigin(.console, as: .guardian)
      try door.check(proof, of: geteuid()) { try take(.operator(.passcode($0, by: origin))) }
      return .ok([:])
    } catch let error as HostError {
      return .error(error.refusal.map { .because($0) } ?? .refused, error.description)
    }
  }

  private func perform(
    _ order: PersonOrder, _ proof: String?, _ take: (DeviceInput) throws -> Void
  ) throws -> HostAnswer.Body {
    if let earlier = results[order.act] {
      return earlier.order == order
        ? earlier.answer : .error(.reused, "Another act had this name; use a new one for each act.")
    }
    let answer: HostAnswer.Body
    do {
      // The socket takes connections of this account only.
      try door.admit(order, proof, of: geteuid()) { try take(.operator(.passcode($0, by: order.origin))) }
      if !order.waits, let news = try door.carryOut(order) {
        try take(.operator(.passcode(news, by: order.origin)))
        answer = .ok(["outcome": "done"])
      } else {
        answer = try carryOut(order, take)
      }
    } catch let error as HostError {
      // Nothing was changed, and the same act may be possible later.
      return .error(error.refusal.map { .because($0) } ?? .refused, error.description)
    }
    results[order.act] = (order, answer)
    self.order.append(order.act)
    if self.order.count > Self.remembered { results[self.order.removeFirst()] = nil }
    return answer
  }

  private func carryOut(_ order: PersonOrder, _ take: (DeviceInput) throws -> Void) throws -> HostAnswer.Body {
    switch try facts.meaning(of: order) {
    case .already(let says): return .ok(["outcome": "already", "says": .string(says)])
    case .waiting(let input, let says, let number, let until):
      // Stored first: a change without its passcode could not take effect.
      if order.waits { _ = try door.carryOut(order) }
      try take(input)
      return .ok([
        "change": .integer(number), "outcome": "waiting", "says": .string(says), "until": .integer(until.milliseconds),
      ])
    case .input(let input):
      try take(input)
      return .ok(["outcome": "done"])
    }
  }
}

extension [String] {
  fileprivate static let mostInAnswer = 65_536
  /// An answer without the export's own entry and the rest of it.
  fileprivate static let mostBytesInAnswer = HostConnection.maximumOutput - 8_192

  /// Whether they fit into an answer, escaped, with the entry of the export itself.
  fileprivate var leaveRoomForAnEntry: Bool {
    count < Self.mostInAnswer && reduce(0) { $0 + 2 * $1.utf8.count + 4 } < Self.mostBytesInAnswer
  }
}
