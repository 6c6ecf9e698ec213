// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// The stories of a family's deliveries while it waits for the person's consent.
@Suite struct SuspendedStoryTests {
  private static let homework = FamilyID("homework")

  /// The policy of the host's next start.
  private final class Terms {
    var policy: FlowPolicy?
  }

  @Test func `a callback that was settled before a widening waits for no consent`() throws {
    let terms = Terms()
    let life = try PlayedLife { $0.policy = terms.policy }
    try life.meet("homework", picking: [PlayedLife.chess.id])
    try life.use(PlayedLife.chess, minutes: 25)
    life.take(.operator(.saves))
    let before = try life.facts.deliveryStories(of: Self.homework)
    try #require(before.contains { $0.delivery.callback == "eventDidReachThreshold" })
    #expect(before.allSatisfy { $0.delivery.settlement != nil && $0.hold == nil })
    terms.policy = try FlowPolicy.widened(1)
    try life.restart()
    try #require(life.facts.suspension(of: Self.homework) != nil)
    let after = try life.facts.deliveryStories(of: Self.homework).prefix(before.count)
    #expect(after.map(\.delivery.sequence) == before.map(\.delivery.sequence))
    #expect(after.allSatisfy { $0.hold == nil })
  }
}
