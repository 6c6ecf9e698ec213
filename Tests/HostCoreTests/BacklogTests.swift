// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// More than 1,024 pending deliveries of one family (`wire.md#deadlines`).
@Suite struct BacklogTests {
  @Test func `quarantines the extension that more than 1,024 callbacks wait for, once, and drops none`() throws {
    let live = try LiveHost("full")
    let app = ProgramID("full.app")
    // The commands are not carried out, so every opening stays pending.
    var quarantined: [Int] = []
    var warnings: [String] = []
    for number in 1...1_030 {
      let act = PersonAct(.opens(live.family, stays: false), id: "\(number)")
      for command in try live.host.device.take(.person(act)) {
        if case .quarantine(app) = command { quarantined.append(number) }
        if case .tell(let event) = command, event.kind == .warning { warnings.append(event.what) }
      }
    }
    #expect(quarantined == [1_025])
    #expect(warnings == ["more than 1024 callbacks are pending"])
    #expect(try live.endings(of: "activate").allSatisfy { $0 == "owed" })
    #expect(try live.endings(of: "activate").count == 1_030)
    try live.close()
  }
}
