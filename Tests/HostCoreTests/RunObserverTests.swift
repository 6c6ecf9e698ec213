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

/// The events, recording entries and device inputs that an observer of processes produces.
@Suite struct RunObserverTests {
  private let scratch = Scratch()
  private let heard = Heard()

  /// A recorded virtual run without families.
  static func configuration(in scratch: Scratch) -> HostConfiguration {
    HostConfiguration(
      stateDirectory: scratch.path + "/state", outputDirectory: nil, recordingPath: scratch.path + "/run.ndjson",
      families: [], launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: HostedRun.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
  }

  /// - Parameter isSynthetic: whether the recording may hold what the run was about.
  private func observer(isSynthetic: Bool = true) throws -> RunObserver {
    var configuration = Self.configuration(in: scratch)
    configuration.reproducibleKeys = isSynthetic
    try FileManager.default.createDirectory(atPath: scratch.path + "/state", withIntermediateDirectories: true)
    return try RunObserver(configuration, base: "empty") { heard.events.append($0) }
  }

  /// The lines of the recording after its header, without the closing line.
  private func recorded(_ observer: RunObserver) throws -> [String] {
    try observer.finish()
    let text = try String(contentsOfFile: scratch.path + "/run.ndjson", encoding: .utf8)
    return text.split(separator: "\n").dropFirst().dropLast().map(String.init)
  }

  private var told: [String] {
    heard.events.map { "\($0.kind) \($0.family ?? "") \($0.extension ?? "") \($0.what): \($0.detail)" }
  }

  private func log(_ text: String, isCountedOnly: Bool = false) -> CapturedLog {
    var log = CapturedLog(isCountedOnly: isCountedOnly)
    log.append(Array(text.utf8))
    return log
  }

  @Test func `a failed launch is reported once per program and reason, and counted each time`() throws {
    let observer = try observer()
    for (program, stage) in [("a.x", "mounts"), ("a.x", "mounts"), ("a.x", "clone"), ("b.y", "mounts")] {
      observer.launchFailed(
        program, process: 1, failure: LaunchFailure(stage: stage, errno: 1, message: "No \(stage)."))
    }
    #expect(
      told == [
        "process a a.x not launched: No mounts.", "process a a.x not launched: No clone.",
        "process b b.y not launched: No mounts.",
      ])
    #expect(
      observer.launches.refusals.map { "\($0.program) \($0.stage) \($0.reason) \($0.count)" } == [
        "a.x mounts No mounts. 2", "a.x clone No clone. 1", "b.y mounts No mounts. 1",
      ])
    observer.leftOut(FamilyID("c"), "its manifest is not here", "")
    observer.leftOut(FamilyID("d"), "its manifest is not here", "Install it.")
    #expect(
      observer.launches.leftOut.map(\.reason) == ["its manifest is not here", "its manifest is not here. Install it."])
    #expect(
      told.suffix(2) == [
        "warning c  left out: its manifest is not here: ", "warning d  left out: its manifest is not here: Install it.",
      ])
  }

  @Test func `processes are numbered in order of launch, and a line belongs to its program's newest one`() throws {
    let observer = try observer()
    observer.advance(to: HostedRun.start.advanced(by: 5))
    for program in ["a.x", "b.y", "a.x"] {
      observer.launched(program, process: 9, grade: "full", reason: "delivery")
    }
    observer.exchanged("a.x", process: 9, side: .host, line: .message(["id": 1]))
    observer.exchanged("b.y", process: 9, side: .extension, line: .message(["id": 2]))
    observer.exchanged("b.y", process: 9, side: .extension, line: .invalid(Array("not JSON".utf8)))
    observer.changed("a.x", from: .launching, to: .greeting, reason: "exec.ok")
    observer.changed("a.x", from: .cold, to: .launching, reason: "delivery")
    let at = "\"at\":\(HostedRun.start.milliseconds + 5)"
    #expect(
      try recorded(observer) == [
        "{\(at),\"event\":\"launch\",\"extension\":\"a.x\",\"grade\":\"full\",\"n\":1,\"process\":1,\"reason\":\"delivery\"}",
        "{\(at),\"event\":\"launch\",\"extension\":\"b.y\",\"grade\":\"full\",\"n\":2,\"process\":2,\"reason\":\"delivery\"}",
        "{\(at),\"event\":\"launch\",\"extension\":\"a.x\",\"grade\":\"full\",\"n\":3,\"process\":3,\"reason\":\"delivery\"}",
        "{\(at),\"event\":\"line\",\"from\":\"host\",\"message\":{\"id\":1},\"n\":4,\"process\":3}",
        "{\(at),\"event\":\"line\",\"from\":\"extension\",\"message\":{\"id\":2},\"n\":5,\"process\":2}",
        "{\(at),\"bytes\":\"bm90IEpTT04=\",\"event\":\"line\",\"from\":\"extension\",\"n\":6,\"process\":2}",
        "{\(at),\"event\":\"state\",\"extension\":\"a.x\",\"from\":\"launching\",\"n\":7,\"process\":3,\"reason\":\"exec.ok\",\"to\":\"greeting\"}",
        "{\(at),\"event\":\"state\",\"extension\":\"a.x\",\"from\":\"cold\",\"n\":8,\"reason\":\"delivery\",\"to\":\"launching\"}",
      ])
    #expect(observer.launches.launched == ["a.x": 2, "b.y": 1])
  }

  @Test func `output of a process reaches the device, and the recording only if the run is synthetic`() throws {
    for isSynthetic in [true, false] {
      let observer = try observer(isSynthetic: isSynthetic)
      observer.launched("a.x", process: 1, grade: "full", reason: "delivery")
      observer.logged("a.x", process: 1, log: log(""))
      observer.logged("a.x", process: 1, log: log("", isCountedOnly: true))
      #expect(observer.takeNews().isEmpty, "silence is no news")
      observer.logged("a.x", process: 1, log: log("one\ntwo\n"))
      observer.logged("a.x", process: 1, log: log("secret", isCountedOnly: true))
      observer.exchanged("a.x", process: 1, side: .extension, line: .message(["id": 1]))
      observer.exchanged("a.x", process: 1, side: .extension, line: .invalid([0]))
      let news = observer.takeNews().map { input -> String in
        guard case .wrote(let program, let isSealed, let lines) = input else { return "\(input)" }
        return "\(program) \(isSealed) \(lines ?? [])"
      }
      #expect(news == ["a.x false [\"one\", \"two\"]", "a.x true []"] && observer.takeNews().isEmpty)
      let kept = try recorded(observer).dropFirst().compactMap { line -> String? in
        let members = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return members.map { members in
          ["event", "bytes", "text", "magnitude", "message", "sealed"].compactMap { name in
            members[name].map { "\(name) \(JSONSerialization.isValidJSONObject($0) ? "object" : "\($0)")" }
          }.joined(separator: ", ")
        }
      }
      #expect(
        kept
          == (isSynthetic
            ? [
              "event log, bytes 8, text one\ntwo", "event log, magnitude 3", "event line, message object",
              "event line, bytes AA==",
            ] : ["event log, magnitude 4", "event log, magnitude 3", "event line, sealed 1", "event line, sealed 1"]))
    }
    #expect(told.isEmpty)
  }

  @Test func `events about a failing process include the details`() throws {
    let observer = try observer()
    observer.logged("a.x", process: 1, log: log(String(repeating: "x", count: 70_000)))
    observer.ended("a.x", process: 1, beyond: ExceededBudget(.memory, fact: "it used 80 MiB"))
    observer.ended("a.x", process: 1, beyond: ExceededBudget(.container, fact: "it wrote 3 MiB"))
    observer.launchedWithoutRoom("a.x", process: 1, because: "the disk is full")
    for (bytes, isSealed) in [("hello", false), ("secret", true)] {
      observer.skipped(
        "a.x", process: 1, line: SkippedLine(Array(bytes.utf8), because: .notJSON, isSealed: isSealed))
    }
    observer.stuck("a.x", process: 1, facts: ProcessFacts(getpid()))
    observer.stuck("a.x", process: 1, facts: ProcessFacts(-1))
    #expect(
      told.map { $0.replacing("warning a a.x a.x: ", with: "") } == [
        "printed more than is kept: 16384 of 70000 bytes kept", "was ended for its memory: it used 80 MiB",
        "was ended for what it wrote to its container: it wrote 3 MiB",
        "the container is read-only: the disk is full",
        "wrote a line before its reply to hello: skipped, since it is not a JSON object of the wire's form: hello",
        "wrote a line before its reply to hello: skipped, since it is not a JSON object of the wire's form",
        "did not answer: what the kernel says of it is in the state's unresponsive/a.x-1.txt",
      ])
  }

  @Test func `shields, thresholds and settled callbacks are recorded with all that a reader needs`() throws {
    let observer = try observer()
    func at(_ seconds: Int64) -> Timestamp { HostedRun.start.advanced(by: seconds * 1_000) }
    func span(_ from: Int64, _ to: Int64) -> TimeSpan { TimeSpan(start: at(from), end: at(to)) }
    observer.advance(to: at(9))
    observer.record(
      [(item: .webDomain("b"), span: span(1, 2)), (item: .application("a"), span: span(3, 5))],
      [
        ThresholdFilling(
          family: "f", activity: "day", event: "limit", level: 60_000, pieces: [span(1, 2), span(4, 8)])
      ])
    observer.tell(HostEvent(at: at(1), .callback, family: "f", extension: "f.x", "told only"))
    let settled = HostEvent.Settlement(outcome: "applied", reason: "reply.ok", sequence: 4, point: "monitor")
    observer.tell(HostEvent(at: at(2), .callback, extension: "f.x", "settled", settlement: settled))
    #expect(heard.events.map(\.what) == ["told only", "settled"])
    func wire(_ seconds: Int64) -> String { "\(at(seconds).milliseconds)" }
    let now = "\"at\":\(wire(9))"
    let pieces = "[[\(wire(1)),\(wire(2))],[\(wire(4)),\(wire(8))]]"
    let lines = try recorded(observer)
    try #require(lines.count == 4)
    #expect(
      lines[0] == """
        {\(now),"event":"shield","id":"b","kind":"webDomain","n":1,"since":\(wire(1)),"until":\(wire(2))}
        """)
    #expect(
      lines[1] == """
        {\(now),"event":"shield","id":"a","kind":"application","n":2,"since":\(wire(3)),"until":\(wire(5))}
        """)
    #expect(
      lines[2] == """
        {"activity":"day",\(now),"event":"filling","family":"f","level":60000,"n":3,"name":"limit","pieces":\(pieces)}
        """)
    #expect(
      lines[3] == """
        {"at":\(wire(2)),"event":"settled","extension":"f.x","n":4,"outcome":"applied","reason":"reply.ok","sequence":4}
        """)
  }

  @Test func `of an invalid line the first 512 bytes are recorded, and content only of a synthetic run`() throws {
    for count in [511, 512, 513] {
      let observer = try observer()
      observer.exchanged(
        "a.x", process: 1, side: .extension, line: .invalid([UInt8](repeating: 0, count: count)))
      let line = try #require(try recorded(observer).first)
      #expect(line.contains("\"\(Data(count: min(count, 512)).base64EncodedString())\""), "\(count)")
    }
    let kinds = try [true, false].map { try observer(isSynthetic: $0).recordsContent }
    #expect(kinds == [true, false])
  }

  @Test func `a move of a program that has no lane is recorded, and is no news for the device`() throws {
    let observer = try observer()
    observer.launched("a.x", process: 1, grade: "full", reason: "demand")
    observer.transitioned("a.x", process: 1, from: .launching, to: .greeting, reason: "exec.ok")
    #expect(observer.takeNews().isEmpty)
    #expect(try recorded(observer).last?.contains("\"event\":\"state\"") == true)
  }
}
