// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// A second replacement of a forgotten passcode, while the first one waits.
@Suite struct SecondReplacementTests {
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)

  private static func verifier(_ text: String) throws -> PasscodeVerifier {
    try PasscodeVerifier(of: try #require(Passcode(text)), cost: cheap)
  }

  @Test func `the passcode that was given first takes effect, and not one that was given while it waits`() throws {
    let scratch = Scratch()
    var configuration = RunObserverTests.configuration(in: scratch)
    configuration.looseningSeconds = 3_600
    let driver = try VirtualDriver(configuration)
    try driver.run(through: [UseSpan](), until: HostedRun.start.advanced(by: 60_000))
    func carryOut(_ change: PasscodeChange) throws -> HostClient.Outcome {
      try driver.carryOut(PersonOrder(.passcode(change), as: .guardian, act: UUID().uuidString))
    }
    let file = GuardianFile(state: configuration.stateDirectory)
    let (first, second) = (try Self.verifier("open sesame"), try Self.verifier("open barley"))
    let third = try Self.verifier("open pepper")
    #expect(try carryOut(.set(first, recovery: first)) == .done)
    guard case .waiting = try carryOut(.replace(second, recovery: second)) else {
      Issue.record("it was replaced at once")
      return
    }
    guard case .already = try carryOut(.replace(third, recovery: third)) else {
      Issue.record("a second replacement waits")
      return
    }
    #expect(try file.passcode() == first)
    try driver.run(through: [UseSpan](), until: HostedRun.start.advanced(by: 3_720_000))
    try driver.settleReplacement()
    #expect(try file.passcode() == second)
    try driver.close()
  }
}
