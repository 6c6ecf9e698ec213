// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing
import WrittenCodes

@testable import HostCore
@testable import ProcessSupervision

/// A host on a real clock, whose lanes report from threads of their own, tells and records what a host on a virtual clock
/// does.
@Suite struct ThreadedObserverTests {
  private let scratch = Scratch()

  private struct Run {
    var told: [String]
    var recorded: [String]
    var news: [String]
  }

  private static func report(to observer: any ProcessObserver) {
    observer.launchFailed("a.x", process: 1, failure: LaunchFailure(stage: "mounts", errno: 2, message: "No mounts."))
    observer.launched("a.x", process: 7, grade: "full", reason: "delivery")
    observer.launched("b.y", process: 8, grade: "degraded", reason: "resend")
    observer.launchedWithoutRoom("b.y", process: 8, because: "the disk is full")
    observer.skipped("a.x", process: 7, line: SkippedLine(Array("hello".utf8), because: .notJSON, isSealed: false))
    observer.transitioned("a.x", process: 7, from: .launching, to: .greeting, reason: "exec.ok")
    observer.exchanged("a.x", process: 7, side: .host, line: .message(["id": 1]))
    observer.exchanged("b.y", process: 8, side: .extension, line: .invalid([0, 1]))
    observer.ended("b.y", process: 8, beyond: ExceededBudget(.memory, fact: "it used 80 MiB"))
    observer.stuck("a.x", process: 7, facts: ProcessFacts(getpid()))
    for (text, isCountedOnly) in [("one\ntwo\n", false), ("secret", true), ("", false)] {
      var log = CapturedLog(isCountedOnly: isCountedOnly)
      log.append(Array(text.utf8))
      observer.logged("b.y", process: 8, log: log)
    }
  }

  private func run(isThreaded: Bool, isRecorded: Bool = true) throws -> Run {
    let folder = scratch.path + "/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let configuration = HostConfiguration(
      stateDirectory: folder, outputDirectory: nil, recordingPath: folder + "/run.ndjson", families: [],
      launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: HostedRun.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
    let heard = Heard()
    let observer = try RunObserver(configuration, base: "empty") { heard.events.append($0) }
    if isThreaded {
      let mailbox = try Mailbox([ProgramID("a.x"), ProgramID("b.y")])
      Self.report(to: LaneReporter(mailbox, isRecorded: isRecorded))
      #expect(mailbox.signal.take())
      for case .note(let note) in mailbox.drain() { note(observer) }
    } else {
      Self.report(to: observer)
    }
    let news = observer.takeNews().map { "\($0)" }
    try observer.finish()
    let text = try String(contentsOfFile: folder + "/run.ndjson", encoding: .utf8)
    return Run(
      told: heard.events.map { "\($0.kind) \($0.family ?? "") \($0.extension ?? "") \($0.what): \($0.detail)" },
      recorded: text.split(separator: "\n").dropFirst().dropLast().map(String.init), news: news)
  }

  @Test func `everything that a lane reports reaches the timeline, the recording and the device`() throws {
    let (direct, threaded) = (try run(isThreaded: false), try run(isThreaded: true))
    #expect(direct.told == threaded.told && direct.told.count == 5, "\(threaded.told)")
    #expect(direct.recorded == threaded.recorded && direct.recorded.count == 7, "\(threaded.recorded)")
    #expect(direct.news == threaded.news && direct.news.count == 2, "\(threaded.news)")
  }

  @Test func `messages are not kept for a host that records nothing`() throws {
    let found = try run(isThreaded: true, isRecorded: false)
    let messages = try run(isThreaded: true).recorded.filter { $0.contains(#""event":"line""#) }
    #expect(messages.count == 2 && found.recorded.count == 5)
    #expect(!found.recorded.contains { $0.contains(#""event":"line""#) })
  }
}
