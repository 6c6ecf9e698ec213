// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupervision
import Synchronization
import Testing

@testable import HostCore

/// The mailbox of lane reports: bounded for each program, and lossless.
@Suite struct MailboxTests {
  private static let loud = ProgramID("loud.monitor")
  private static let quiet = ProgramID("quiet.monitor")

  @Test func `a program at its bound waits, another does not, and nothing is lost`() throws {
    let mailbox = try Mailbox([Self.loud, Self.quiet])
    let total = Mailbox.room + 10
    let posted = Atomic(0)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for _ in 0..<total {
        mailbox.post(.input(.wrote(Self.loud, isSealed: false)), from: Self.loud)
        posted.add(1, ordering: .sequentiallyConsistent)
      }
      ended.signal()
    }
    // The other thread fills the room and then blocks.
    while posted.load(ordering: .sequentiallyConsistent) < Mailbox.room { sched_yield() }
    mailbox.post(.input(.wrote(Self.quiet, isSealed: false)), from: Self.quiet)
    #expect(mailbox.count == Mailbox.room + 1)
    #expect(posted.load(ordering: .sequentiallyConsistent) == Mailbox.room)
    var taken = 0
    while taken < total + 1 { taken += mailbox.drain().count }
    ended.wait()
    #expect(taken == total + 1 && mailbox.count == 0)
  }

  @Test func `questions are limited per family, and the limit refills with time`() {
    let rate = QuestionRate()
    let start = ContinuousClock.now
    for _ in 0..<QuestionRate.atOnce { #expect(rate.takes(at: start)) }
    #expect(!rate.takes(at: start))
    let later = start + .seconds(1)
    for _ in 0..<Int(QuestionRate.perSecond) { #expect(rate.takes(at: later)) }
    #expect(!rate.takes(at: later))
  }
}
