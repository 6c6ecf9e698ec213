// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import HostCore

/// A recording of real use has the structure of the run only: no messages, no text and no exact lengths.
@Suite struct RedactedRecordingTests {
  private static let secret = "canary-7f3a"

  private static func configuration(_ path: String, isSynthetic: Bool) -> HostConfiguration {
    HostConfiguration(
      stateDirectory: path + "-state", outputDirectory: nil, recordingPath: path, families: [],
      launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: HostedRun.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [.application(secret): secret], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: isSynthetic)
  }

  /// The lines of a recording of everything that an extension can write.
  private static func lines(isSynthetic: Bool, printed: String = secret) throws -> [String] {
    let scratch = Scratch()
    let path = scratch.path + "/recording.ndjson"
    let observer = try RunObserver(configuration(path, isSynthetic: isSynthetic), base: "empty") { _ in }
    observer.launched("a.monitor", process: 1, grade: "unsealed", reason: ReasonCode(rawValue: "exec.ok"))
    observer.exchanged("a.monitor", process: 1, side: .host, line: .message(["names": [.string(secret)]]))
    observer.exchanged("a.monitor", process: 1, side: .extension, line: .invalid(Array(secret.utf8)))
    var log = CapturedLog(isCountedOnly: false)
    log.append(Array(printed.utf8))
    observer.logged("a.monitor", process: 1, log: log)
    try observer.finish()
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `a recording of real use holds nothing that an extension sent, got or printed`() throws {
    let lines = try Self.lines(isSynthetic: false)
    #expect(lines.count == 6)
    #expect(lines[0].contains("\"redaction\":\"structure\""))
    let encoded = Data(Self.secret.utf8).base64EncodedString().prefix(12)
    for line in lines { #expect(!line.contains(Self.secret) && !line.contains(encoded), "\(line)") }
    #expect(lines[2...3].allSatisfy { $0.contains("\"sealed\":true") && !$0.contains("\"bytes\"") })
    #expect(lines[4].contains("\"magnitude\":4") && !lines[4].contains("\"text\""))
  }

  @Test func `the length of what was printed is recorded as a power of two`() throws {
    let (short, long) = (String(repeating: "x", count: 8), String(repeating: "x", count: 15))
    #expect(
      try Self.lines(isSynthetic: false, printed: short)[4] == Self.lines(isSynthetic: false, printed: long)[4])
  }

  @Test func `a recording of synthetic use holds the messages and the text`() throws {
    let lines = try Self.lines(isSynthetic: true)
    #expect(lines[2].contains(Self.secret) && lines[3].contains("\"bytes\":\""))
    #expect(lines[4].contains("\"text\":\"\(Self.secret)\"") && lines[4].contains("\"bytes\":11"))
  }

  @Test func `the header states the version of the host, and the digest that a manifest states`() throws {
    let header = try Self.lines(isSynthetic: true)[0]
    #expect(header.contains("\"host\":\"\(HostVersion.current)\""))
    let recorded = RecordingHeader.Program(id: "a.monitor", version: "1", sha256: String(repeating: "a", count: 64))
    let bytes = try CanonicalJSON.bytes(of: recorded)
    #expect(try JSONDecoder().decode(RecordingHeader.Program.self, from: Data(bytes)) == recorded)
    // Recordings of hosts that did not write it are still read.
    let older = header.replacing("\"host\":\"\(HostVersion.current)\",", with: "")
    #expect(older != header)
    #expect(try JSONDecoder().decode(RecordingHeader.self, from: Data(older.utf8)).host == nil)
  }
}
