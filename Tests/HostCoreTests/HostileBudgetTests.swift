// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Families that take memory, bytes and files as fast as they can beside one that behaves, without a control group, on a
/// root host and on one of an ordinary user.
@Suite(.serialized) struct HostileBudgetTests {
  @Test(arguments: [true, false])
  func `each is ended at its budget, explain names it, and the neighbour is on time`(byRoot: Bool) async throws {
    guard geteuid() == 0 || !byRoot else { return }
    await #expect(processExitsWith: .success) { [byRoot = byRoot as Bool] in
      if !byRoot && geteuid() == 0 {
        try OtherAccount.become(760_000 + UInt32(getpid()))
      }
      let families = try ScriptFamilies()
      for name in ["eater", "writer", "filemaker", "steady"] {
        try families.add(name, requests: ["settings", "container.write"])
      }
      let finished = try families.run()
      let facts = try StateFacts(families.state)
      let steady = facts.endings(of: "steady")
      #expect(steady.count == 4 && steady.allSatisfy { $0.hasSuffix("applied reply.ok") }, "\(steady)")
      for (family, outcome) in [
        ("eater", "killed.memory"), ("writer", "killed.container"), ("filemaker", "killed.container"),
      ] {
        let stories = try families.explain(family)
        #expect(stories.contains { $0["outcome"] as? String == outcome }, "\(family): \(stories)")
        let reasons = facts.journal.filter { $0.family == family && $0.before != nil }.map(\.reason.rawValue)
        #expect(reasons.contains(outcome) && reasons.contains("strike"), "\(family): \(reasons)")
      }
      print(try families.explain("eater"))
      // The peak is named, and is the measured one.
      let told = try Self.peaks(in: "\(try families.explain("eater"))")
      print("root \(byRoot): the peaks in MiB are \(told)")
      // MemoryWatcherTests hold the margin. Here other tests keep the cores busy, and an ordinary user's watcher has no
      // precedence.
      #expect(!told.isEmpty && told.allSatisfy { $0 > 64 && $0 <= 128 })
      #expect(
        finished.complaints.contains("eater.monitor: was ended for its memory: it used "), "\(finished.complaints)")
      for family in ["writer", "filemaker"] {
        let (bytes, names) = Self.holding(families.state + "/containers/" + family)
        print("root \(byRoot): \(family) left \(bytes >> 10) KiB in \(names) entries")
        #expect(bytes <= 80 << 20 && names <= 5120)
      }
    }
  }

  private static func peaks(in text: String) throws -> [Double] {
    try text.matches(of: Regex("it used ([0-9.]+) MiB", as: (Substring, Substring).self)).compactMap {
      Double($0.output.1)
    }
  }

  private static func holding(_ container: String) -> (bytes: Int, names: Int) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: container)) ?? []
    var bytes = 0
    for name in names {
      var status = stat()
      if lstat(container + "/" + name, &status) == 0 { bytes += Int(status.st_blocks) * 512 }
    }
    return (bytes, names.count)
  }
}
