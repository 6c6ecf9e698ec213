// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import PrivacyBoundary
import TestThreads
import Testing

/// A leak saved as a file, from which its two worlds can be run again (`privacy-checker.md`).
@Suite struct LeakFileTests {
  private static let grid = SlotGrid(step: 300_000, phase: 70_000)

  private func leak(_ worlds: WorldPair) -> LeakFile {
    LeakFile(
      family: "worklog", profile: .tight, seed: .max, property: .confinement, channel: "log of report", isTimed: false,
      worlds: worlds)
  }

  @Test(arguments: Generator.allCases)
  func `every pair of worlds is the same after being written and read`(_ generator: Generator) throws {
    for index in 0..<24 {
      let leak = leak(generator.pair(seed: 9, index: index, on: Self.grid))
      let read = try LeakFile(bytes: Array(leak.text.utf8))
      #expect(read == leak)
      #expect(leak.text.split(separator: "\n").count == 3)
    }
  }

  @Test(arguments: [
    ("\n{", "\n{\"more\":1,"), ("\"replay\":1", "\"replay\":2"), ("\"profile\":\"tight\"", "\"profile\":\"loose\""),
    ("\"property\":\"P2\"", "\"property\":\"P9\""), ("\"timed\":false", "\"timed\":0"),
    ("\"pair\":\"G1:0\"", "\"pair\":\"G99:0\""), ("\"pair\":\"G1:0\"", "\"pair\":\"G1:-1\""),
    ("\"historyDays\":0", "\"historyDays\":401"), ("\"neighbour\":0", "\"neighbour\":-1"),
    ("\"keys\":\"0\"", "\"keys\":0"), ("\"picked0\":240000", "\"picked0\":99999999"),
    ("\"picked0\":240000", "\"nobody\":240000"), ("\"reversed\":[", "\"reversed\":[false,"),
    ("\"reversed\":[false", "\"reversed\":[0"),
    ("\"identities\":{\"picked0\":\"org", "\"identities\":{\"picked0\":\"\\u0001org"),
    ("\"deviceModel\":\"iPhone\"", "\"deviceModel\":7"), ("\"use\":[", "\"use\":[{},"), ("\n", ""),
  ])
  func `refuses a file that was changed or that Sallyport did not write`(_ old: String, _ new: String) throws {
    let text = leak(Generator.names.pair(seed: 9, index: 0, on: Self.grid)).text
    let wrong = text.replacing(old, with: new, maxReplacements: 1)
    try #require(wrong != text, "\(old) isn't in \(text)")
    #expect(throws: LeakFileFault.self) { try LeakFile(bytes: Array(wrong.utf8)) }
    for bytes in [[], [0xFF], Array("{}\n{}\n{}\n".utf8), Array(text.utf8) + [0x7B, 0x0A]] {
      #expect(throws: LeakFileFault.self) { try LeakFile(bytes: bytes) }
    }
  }

  @Test(arguments: [PlantedLeak.secretOrder, .slowNames])
  func `the smallest pair of worlds shows the leak again, and none in a fixed program`(_ leak: PlantedLeak) async throws
  {
    try await onOwnThread {
      try PlantedLeakFixture.with { fixture in
        let trials = PlantedLeakTrials(
          program: PlantedLeakFixture.programs + "/sallyport-leak",
          launcher: PlantedLeakFixture.programs + "/sallyport-launch",
          directory: fixture.directory, isQuick: true)
        let report = try trials.report(on: leak)
        let found = try #require(leak.finding(in: report), "\(report.text)")
        let file = try LeakFile(bytes: Array(try #require(LeakFile(found, of: report)).text.utf8))
        #expect(file.isTimed == (leak == .slowNames) && file.channel == found.channel)
        let again = try trials.replay(file, with: leak.plan, on: leak.rawValue)
        // On a slow machine another part of the whole check may have had no answer, which decides its verdict.
        #expect(again.verdict == found.verdict, "\(again.text)")
        #expect(again.findings.map(\.channel) == [found.channel])
        #expect(again.findings.first?.fields == found.fields)
        #expect(again.findings.first?.worlds == file.worlds)
        #expect(Set(again.lines.map(\.property)) == [file.property, .notVacuous])
        let mended = try trials.replay(file, with: leak.plan, on: "benign-plain")
        #expect(mended.findings.isEmpty, "\(mended.text)")
      }
    }
  }
}
