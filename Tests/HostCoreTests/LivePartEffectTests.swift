// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Surfaces
import Testing

@testable import HostCore

/// The kernel calls of a live host's parts, and the state they keep between steps.
@Suite struct LivePartEffectTests {
  @Test func `the second timer never expires, and is cancelled when the wall clock is set`() throws {
    let timer = try WakeTimer()
    let text = try String(contentsOfFile: "/proc/self/fdinfo/\(timer.wallDescriptor)", encoding: .utf8)
    // TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET.
    #expect(text.contains("settime flags: 03\n") && !text.contains("it_value: (0, 0)"), "\(text)")
  }

  @Test func `a mapping is found once, though a description without addresses follows`() {
    let smaps = "1000-3000 r-xp 00000000 fe:00 7 /usr/bin/a\nVmFlags: rd ex\nVmFlags: rd ex\n"
    #expect(ResidentMemory.unchangedFileMappings(Array(smaps.utf8)) == [0x1000..<0x3000])
  }

  @Test func `a program that asks too much waits for each refusal`() throws {
    let life = try PlayedLife()
    let mailbox = try Mailbox([ProgramID("homework.app")])
    let program = try #require(life.facts.owners.registry.program(ProgramID("homework.app")))
    let rate = QuestionRate()
    let peer = LivePeer(program, assets: AssetCatalog(), rate: rate, mailbox: mailbox)
    for _ in 0..<QuestionRate.atOnce { _ = rate.takes(at: .now) }
    while rate.takes(at: .now) {}
    let question = Question.request(.authorize(AuthorizeParams(member: .individual)))
    var answer: Answer?
    let time = ContinuousClock().measure { answer = peer.ask(question, QuestionID(CallID(1), 1)) }
    let isRefused = if case .refusal? = answer { true } else { false }
    #expect(isRefused && time >= .milliseconds(100) && mailbox.count == 0)
  }
}
