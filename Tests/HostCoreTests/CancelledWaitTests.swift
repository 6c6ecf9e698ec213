// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Surfaces
import Synchronization
import Testing

@testable import HostCore

/// A lane keeps waiting when another callback of its program is cancelled.
@Suite struct CancelledWaitTests {
  private static let program = ProgramID("homework.app")

  private final class Found: Sendable {
    let answer = Mutex<Answer?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  @Test func `a question is not refused by the end of another callback`() throws {
    let life = try PlayedLife()
    let mailbox = try Mailbox([Self.program])
    let program = try #require(life.facts.owners.registry.program(Self.program))
    let peer = LivePeer(program, assets: AssetCatalog(), rate: QuestionRate(), mailbox: mailbox)
    let id = QuestionID(CallID(1), 1)
    let found = Found()
    Thread.detachNewThread {
      let answer = peer.ask(.stillness, id)
      found.answer.withLock { $0 = answer }
      found.isThere.signal()
    }
    var one = pollfd(fd: mailbox.signal.descriptor, events: Int16(POLLIN), revents: 0)
    while mailbox.drain().isEmpty { _ = poll(&one, 1, -1) }
    peer.cancel(CallID(2))
    peer.answer(id, .result("its own"))
    found.isThere.wait()
    guard case .result(let value)? = found.answer.withLock({ $0 }) else {
      Issue.record("the question was refused")
      return
    }
    #expect(value == "its own")
  }
}
