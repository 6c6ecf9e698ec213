// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// Plans that end too early, at the start of a header and at the start of a filter.
@Suite struct PlanEndTests {
  private typealias Plan = PlanRecords

  @Test func `a plan without a byte is too short`() {
    let bytes: [UInt8] = [0]
    let memory = csandbox_sealed_memory(bytes, 0)
    defer { close(memory) }
    #expect(Plan.refusal(of: memory) == CSANDBOX_REASON_LENGTH_MISMATCH)
  }

  @Test func `a filter's check of the architecture is within it, though the next record continues as it would`() {
    let start = Plan.program.prefix(3).map { $0 }
    for count in [1, 2, 3] {
      var plan = Plan()
      plan[CSANDBOX_TAG_FILTER] = Plan.filter(Array(start.prefix(count)), pid: [])
      plan.rewrite = { whole in
        // The header of a record can be the bytes of an instruction.
        var whole = whole + start.dropFirst(count).flatMap(\.bytes)
        whole.replaceSubrange(8..<12, with: Plan.word(UInt32(whole.count)))
        return whole
      }
      let reason = count < 3 ? CSANDBOX_REASON_FILTER_NO_ARCHITECTURE : CSANDBOX_REASON_FILTER_TICKET
      #expect(plan.refusal() == reason, "\(count)")
    }
  }
}
