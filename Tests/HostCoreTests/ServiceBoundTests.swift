// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The longest name of a call, and the largest export that an answer has room for.
@Suite struct ServiceBoundTests {
  @Test func `the name of a call has at most 64 bytes`() throws {
    let life = try PlayedLife(points: [])
    let service = PersonService(life.facts, life.bench.driver.configuration)
    for (letters, id, word) in [(64, 1, "notFound"), (65, 0, "schema")] as [(Int, Int64, String)] {
      let call: WireValue = ["id": 1, "call": .string(String(repeating: "x", count: letters)), "with": [:]]
      let answer = try service.answer(.value(call)) { try life.bench.take($0) }
      guard case .error(let code, _) = answer.body else {
        Issue.record("a call of \(letters) letters is answered")
        continue
      }
      #expect(answer.id == id && code.word == word, "\(letters)")
    }
  }

  @Test(arguments: [true, false])
  func `an export is refused from the first letter on that an answer may have no room for`(_ isWithin: Bool) throws {
    // The room in an answer, without the entry of the export itself.
    let limit = 4_194_304 - 8_192
    let life = try PlayedLife(points: [])
    let service = PersonService(life.facts, life.bench.driver.configuration)
    func add(_ letters: Int) throws {
      try life.bench.take(.operator(.exported(String(repeating: "x", count: letters))))
    }
    /// The size of the lines if each of their bytes is escaped.
    func needed() throws -> Int {
      try LedgerExport().lines(of: life.facts).reduce(0) { $0 + 2 * $1.utf8.count + 4 }
    }
    // Numbers of two digits.
    for _ in 0..<10 { try add(1) }
    var sums = [try needed()]
    for letters in [25_000, 25_001] {
      try add(letters)
      sums.append(try needed())
    }
    let entry = sums[1] - sums[0]
    let letter = sums[2] - sums[1] - entry
    try #require(letter > 0 && entry > 25_000)
    for _ in 0..<(limit - sums[2]) / entry - 1 { try add(25_000) }
    // One more short entry may be what it takes to reach the limit exactly.
    if try (limit - needed() - entry) % letter != 0 { try add(1) }
    let room = try limit - needed() - entry
    let most = 25_000 + (room - 1) / letter
    try add(isWithin ? most : most + 1)
    let total = try needed()
    #expect((total < limit) == isWithin && abs(limit - total) <= letter)
    let answer = try service.answer(.value(["id": 1, "call": "export", "with": [:]])) { try life.bench.take($0) }
    let isTaken = if case .ok = answer.body { true } else { false }
    #expect(isTaken == isWithin, "\(total) of \(limit)")
  }
}
