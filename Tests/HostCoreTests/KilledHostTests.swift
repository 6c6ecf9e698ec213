// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// `kill -9` of the host at any instant loses nothing and applies nothing twice (`../ARCHITECTURE.md`).
@Suite struct KilledHostTests {
  /// A week of use, and days on which each shield is pressed.
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var arguments: [String]
    var press: String
    var kills: Int
    var seed: UInt64
  }

  static let cases = [
    Case(testDescription: "a week", arguments: ["--days", "7"], press: "none", kills: 130, seed: 11),
    Case(
      testDescription: "days of presses", arguments: ["--days", "2"],
      press: "secondary" + String(repeating: ",primary", count: 60), kills: 90, seed: 12),
  ]

  @Test(arguments: cases)
  func `delivers every callback and ends with the same settings when it is killed repeatedly`(_ item: Case) throws {
    let scratch = Scratch()
    let calm = scratch.path + "/calm"
    let duration = try undisturbed(item, state: calm)
    // Running a week that is already over measures how long each start takes.
    let over = scratch.path + "/over"
    try FileManager.default.copyItem(atPath: calm, toPath: over)
    let beginning = try undisturbed(item, state: over)

    var random = SeededGenerator(state: item.seed)
    let state = scratch.path + "/killed"
    var kills = 0
    var status: Int32?
    // If the week ends early, another one starts until the number of kills is reached.
    var weeks = 1
    while kills < item.kills || status == nil {
      if status != nil {
        try compare(state, with: calm)
        try FileManager.default.removeItem(atPath: state)
        weeks += 1
      }
      // On average a run gets far enough for all runs together to make one week, on a busy machine too.
      let longest = max(0.4, 2 * (beginning.seconds + duration.seconds / Double(item.kills)))
      let delay = Double.random(in: 0...longest, using: &random)
      // A whole week with kills has been compared and all kills are done: the last run may end normally.
      let isSpared = kills >= item.kills && weeks > 1
      status = try killed(try arguments(item, state: state), after: isSpared ? 600 : delay)
      if status == nil { kills += 1 }
      try #require(status == nil || status == 0)
      try #require(kills < 10 * item.kills, "no week ever ends; runs of \(longest) s are too short here")
    }
    try compare(state, with: calm)
    print(
      "\(item.testDescription): \(kills) kills over \(weeks) weeks; undisturbed it takes \(duration.seconds) s, \(beginning.seconds) s to begin"
    )
  }

  /// Measures how long an undisturbed run takes.
  private func undisturbed(_ item: Case, state: String) throws -> Duration {
    let started = ContinuousClock.now
    let run = try HostProgram.run(try arguments(item, state: state))
    #expect(run.status == 0, "\(run.complaints)")
    let duration = ContinuousClock.now - started
    // A failed launch would delay what follows by the wait before the next one, and no week would be like this one.
    let failed = try StateFacts(state).failedAttempts
    try #require(failed.isEmpty, "the machine disturbed the undisturbed run: \(failed)")
    return duration
  }

  private func arguments(_ item: Case, state: String) throws -> [String] {
    try HostProgram.examples(state: state, press: item.press) + ["--synthetic-week", "--quiet"] + item.arguments
  }

  private func compare(_ state: String, with calm: String) throws {
    let (killed, undisturbed) = (try StateFacts(state), try StateFacts(calm))
    #expect(killed.state?.families.keys.sorted() == undisturbed.state?.families.keys.sorted())
    for (id, family) in undisturbed.state?.families ?? [:] {
      let other = killed.state?.families[id]
      #expect(other?.stores == family.stores)
      #expect(other?.activities.mapValues(\.unnumbered) == family.activities.mapValues(\.unnumbered))
      #expect(other?.defaults == family.defaults)
      #expect(other?.authorization == family.authorization)
    }
    #expect(killed.state?.shield == undisturbed.state?.shield)
    #expect(killed.use == undisturbed.use)
    let (told, expected) = (Set(killed.told), Set(undisturbed.told))
    #expect(
      told == expected,
      """
      missing \(expected.subtracting(told)), extra \(told.subtracting(expected)), \
      failed attempts \(killed.failedAttempts)
      """)
    #expect(killed.told.count == undisturbed.told.count)
  }

  /// Runs the host for `delay` seconds, then kills it and checks that its extensions exit with it.
  ///
  /// - Returns: The exit status if the host ended before the delay.
  private func killed(_ arguments: [String], after delay: Double) throws -> Int32? {
    let process = HostProgram.process(arguments)
    process.standardOutput = FileHandle.nullDevice
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    try complaints.fileHandleForWriting.close()
    let end = ContinuousClock.now + .seconds(delay)
    while process.isRunning, ContinuousClock.now < end { usleep(1_000) }
    guard process.isRunning else {
      let text = try complaints.fileHandleForReading.readToEnd() ?? Data()
      #expect(process.terminationStatus == 0, "\(String(decoding: text, as: UTF8.self))")
      return process.terminationStatus
    }
    // Stopped first, so that nothing is launched between listing the children and the kill.
    ProcessTree.stop(process.processIdentifier)
    let children = ProcessTree.descendants(of: process.processIdentifier)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let survivors = ProcessTree.survivors(of: children, after: .seconds(5))
    #expect(survivors.isEmpty, "outlived the host: \(survivors)")
    return nil
  }
}

extension Activity {
  /// The activity without the number of its registration: an app killed while it opened registers again.
  var unnumbered: Activity {
    var copy = self
    copy.registration = 0
    return copy
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// A counter with a finaliser: the same delays in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
