// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeVocabulary
import Testing

@testable import DeviceSimulation

/// What the first seeds of `sallyport simulate` contain.
@Suite struct DeviceLifeTests {
  private static let lives = (UInt64(1)...30).map { DeviceLife(SimulationPlan(seed: $0)) }

  @Test func `the first default seeds revoke approvals, often just after the family's app was opened`() {
    var (revoked, afterOpening) = (0, 0)
    for moments in Self.lives.flatMap(\.days) {
      for (earlier, later) in zip(moments, moments.dropFirst()) {
        guard case .revoke(let family) = later else { continue }
        revoked += 1
        if case .open(family) = earlier { afterOpening += 1 }
      }
    }
    #expect(revoked > 40 && afterOpening > 5, "\(revoked), \(afterOpening)")
  }

  @Test func `in the first default seeds a machine is sometimes off for more than seven days`() {
    let absences = Self.lives.flatMap(\.days).count { moments in
      guard case .use(_, let end)? = moments.last, case .use(_, let evening)? = moments.dropLast().last else {
        return false
      }
      return end.milliseconds(since: evening) > 7 * 86_400_000
    }
    // Each of them has pending callbacks that expire.
    #expect(absences > 5, "\(absences)")
  }

  @Test func `a plan without suspensions and revocations has none`() {
    let faults = Set(SimulatedFault.allCases).subtracting([.suspend, .revoke])
    for seed in UInt64(1)...5 {
      let life = DeviceLife(SimulationPlan(seed: seed, faults: faults))
      #expect(life.suspensions == 0)
      for case .revoke in life.days.joined() { Issue.record("seed \(seed) revokes") }
    }
  }
}
