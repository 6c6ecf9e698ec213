// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore
@testable import ProcessSupervision

/// A build's failures are remembered across restarts of the host.
@Suite struct RestartMemoryTests {
  @Test func `a failure is unsaved until the next save, and is read again after a restart`() throws {
    let life = try PlayedLife()
    try life.settle()
    life.take(.operator(.saves))
    var isUnsaved = life.facts.owners.isUnsaved
    #expect(!isUnsaved)
    let program = ProgramID("homework.monitor")
    func stored() throws -> RestartMemory? {
      try life.facts.store.read { try $0.value(RestartMemory.self, RestartMemory.key(program.rawValue)) }
    }
    var record = RestartRecord()
    record.strike(at: life.now, isFailedHello: false, RestartPolicy(seed: 1))
    let move = ProcessMove(process: 1, from: .cold, to: .cold, reason: "deadline", record: record)
    life.take(.moved(program, move))
    #expect(try life.facts.owners.registry.hasUnsaved && stored() == nil)
    life.take(.operator(.saves))
    isUnsaved = life.facts.owners.isUnsaved
    #expect(!isUnsaved)
    #expect(try stored()?.record.strikes == record.strikes)
    try life.restart()
    #expect(try stored()?.record.strikes == record.strikes && !life.facts.owners.registry.hasUnsaved)
  }
}
