// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The output of a step, and the numbers with which a family begins.
@Suite struct StepOutputTests {
  private let now = Bench.time("2026-08-13 10:00")

  @Test func `a step has output if it has a delivery, a change of a shield or a change of a block`() {
    let delivery = Delivery(
      family: Bench.family, sequence: 1, callback: .intervalDidStart, activity: "day", event: nil, cause: .natural,
      dueAt: now, decidedAt: now, interval: DeliveryInterval(id: "day@0", start: now, end: now), registration: 1)
    let shield = ShieldTransition(
      change: .appeared, shield: Shield(item: .application("a"), hit: .direct, family: Bench.family, since: now),
      at: now)
    let block = BlockTransition(
      change: .began, block: Block(item: .application("b"), family: nil, since: now), at: now)
    for deliveries in [[], [delivery]] {
      for shields in [[], [shield]] {
        for blocks in [[], [block]] {
          var step = Step()
          step.counted = [UseSpan(start: now, end: now.advanced(by: 1), isPresent: true)]
          (step.deliveries, step.shields, step.blocks) = (deliveries, shields, blocks)
          #expect(step.hasOutput == (deliveries.count + shields.count + blocks.count > 0))
        }
      }
    }
  }

  @Test func `a new step has no output and is not finished`() {
    let step = Step()
    #expect(!step.hasOutput && !step.isFinished && step.counted.isEmpty)
  }

  @Test func `the numbers of a new family begin at zero`() {
    let family = FamilyState()
    #expect([family.revision, family.sequence, family.registrations] == [0, 0, 0])
    #expect(!family.isApproved && family.storeNames.isEmpty && family.activityNames.isEmpty)
  }
}
