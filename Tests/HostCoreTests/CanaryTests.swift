// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

/// Plants unique names and searches everything that a run wrote for them: no log, crash record, recording or ledger
/// contains the name of an app, a site or a person (`privacy-policy.md#fields`).
@Suite struct CanaryTests {
  private struct Canary {
    let what: String
    let text: String

    init(_ what: String) {
      self.what = what
      text = "k" + (0..<16).map { _ in String(Int.random(in: 16...255), radix: 16) }.joined()
    }

    /// The name in each encoding that it could have been written in.
    var spellings: [Data] {
      let utf8 = Data(text.utf8)
      // Base64 has three alignments; the middle of each does not depend on the text before the name.
      let base64 = (0..<3).map { lead in
        String((Data(repeating: 0x41, count: lead) + utf8).base64EncodedString().dropFirst(4).dropLast(4))
      }
      let texts =
        [
          text, text.uppercased(), String(text.reversed()),
          utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(),
        ] + base64
      return texts.map { Data($0.utf8) }
        + [text.data(using: .utf16LittleEndian), text.data(using: .utf16BigEndian)]
        .compactMap { $0 }
    }

    func isIn(_ data: Data) -> Bool { spellings.contains { data.firstRange(of: $0) != nil } }
  }

  private let app = Canary("an app")
  private let site = Canary("a site")
  private let person = Canary("a person")
  private var canaries: [Canary] { [app, site, person] }

  private func usage() -> String {
    let id = "org.example.\(app.text)"
    return UsageLines.file([
      UsageLines.active(from: 480, to: 660), UsageLines.app(id, from: 480, to: 540),
      UsageLines.site("\(site.text).canary.invalid", from: 500, to: 530), UsageLines.app(from: 540, to: 660),
    ])
  }

  private func found(in data: Data) -> [String] { canaries.filter { $0.isIn(data) }.map(\.what) }

  /// Runs a day in which the person picks the canaries, shields cover them, and extensions misbehave in every way that
  /// leaves a trace.
  private func run(_ families: ScriptFamilies) throws -> HostProgram.Finished {
    let names = ["steady", "forger", "crasher", "printer", "leaver", "stranger"]
    for name in names { try families.add(name, app: "picker.py", requests: ["settings"]) }
    let picks = names.map { name in
      """
      "\(name)": {"authorize": "approved", "picks": [{"applications": ["org.example.\(app.text)"],
       "webDomains": ["\(site.text).canary.invalid"]}]}
      """
    }
    let answers = try families.scratch.write("{\(picks.joined(separator: ","))}", to: "answers.json")
    let file = try families.scratch.write(usage(), to: "usage.ndjson")
    let process = HostProgram.process([
      "run", file, "--manifests", families.manifests, "--state", families.state, "--programs",
      families.scratch.path + "/programs", "--answers", answers, "--press", "primary,secondary", "--record",
      families.scratch.path + "/written/recording.ndjson",
    ])
    try FileManager.default.createDirectory(
      atPath: families.scratch.path + "/written", withIntermediateDirectories: true)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["USER": person.text, "LOGNAME": person.text, "HOSTNAME": person.text, "LC_IDENTIFICATION": person.text]
    ) { _, new in new }
    process.currentDirectoryURL = URL(filePath: families.scratch.path + "/written")
    process.standardOutput = try families.scratch.file("timeline")
    process.standardError = try families.scratch.file("written/complaints")
    try process.run()
    process.waitUntilExit()
    let complaints = try Data(contentsOf: URL(filePath: families.scratch.path + "/written/complaints"))
    return .init(status: process.terminationStatus, output: "", complaints: String(decoding: complaints, as: UTF8.self))
  }

  @Test func `no name of an app, a site or a person is in anything a run wrote for operators`() throws {
    let families = try ScriptFamilies()
    let finished = try run(families)
    #expect(finished.status == 0, "\(finished.complaints)")

    // The person's own timeline does name them, which proves that the canaries were in use.
    let timeline = try Data(contentsOf: URL(filePath: families.scratch.path + "/timeline"))
    #expect(found(in: timeline).contains("an app"))

    // Standard error, the recording, and everything else in the host's working directory, such as core files.
    let written = try FileManager.default.subpathsOfDirectory(atPath: families.scratch.path + "/written")
    #expect(written.contains("recording.ndjson") && written.contains("complaints"))
    for name in written {
      let data = FileManager.default.contents(atPath: families.scratch.path + "/written/" + name) ?? Data()
      #expect(found(in: data) == [], "\(name)")
    }

    // The logs within the state: the ledger's texts, the journal and the delivery attempts.
    let store = try DeviceStore(directory: families.state, durability: .simulated)
    let (ledger, journal, deliveries, attempts) = try store.read {
      (try $0.ledger(), try $0.journal(), try $0.deliveryHistory(), try $0.attempts(family: "forger"))
    }
    #expect(!ledger.isEmpty && !journal.isEmpty && journal.contains { $0.reason == "shield.up" })
    #expect(found(in: Data(ledger.compactMap(\.entry).joined(separator: "\n").utf8)) == [])
    #expect(found(in: Data(journal.map { "\($0)" }.joined(separator: "\n").utf8)) == [])
    #expect(found(in: Data(deliveries.filter { $0.point == "monitor" }.flatMap(\.body))) == [])
    #expect(found(in: Data("\(attempts)".utf8)) == [])
    // No file of the state contains the person's name: persons have random numbers.
    for name in try FileManager.default.subpathsOfDirectory(atPath: families.state) {
      let data = FileManager.default.contents(atPath: families.state + "/" + name) ?? Data()
      #expect(!person.isIn(data), "\(name)")
    }
  }

  @Test func `a search finds a planted name in each of its encodings`() {
    for spelling in app.spellings { #expect(app.isIn(Data("before".utf8) + spelling + Data("after".utf8))) }
    #expect(!app.isIn(Data(site.text.utf8)))
  }
}
