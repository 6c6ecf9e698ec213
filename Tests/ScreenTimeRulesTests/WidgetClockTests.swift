// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// When a timeline asks for the next one, after the clock was set and after timelines without entries.
@Suite struct WidgetClockTests {
  private let now = Bench.time("2026-10-19 08:00Z")

  private func entries(_ offsets: [Int64]) -> [WidgetArchive.Entry] {
    offsets.enumerated().map { WidgetArchive.Entry(date: now.advanced(by: $1), number: $0) }
  }

  private var policies: [ReloadPolicy] { [.atEnd, .never, .after(now.advanced(by: 60_000))] }

  @Test(arguments: [-3_600_000, -1, 1, 3_600_000] as [Int64])
  func `a clock that is set moves the host's own wait, and no date that the family gave`(_ shift: Int64) {
    for policy in policies {
      for offsets in [[], [0], [0, 9_000, 20_000]] as [[Int64]] {
        var archive = WidgetArchive(generation: 1, entries: entries(offsets), policy: policy, digest: "a", at: now)
        let known = archive
        archive.clockWasSet(from: now, to: now.advanced(by: shift))
        let isOwnWait = offsets.isEmpty && policy == .atEnd
        #expect(archive.due == (isOwnWait ? known.due?.advanced(by: shift) : known.due), "\(policy) \(offsets)")
        #expect(archive.entries == known.entries && archive.acceptedAt == known.acceptedAt)
      }
    }
  }

  @Test func `a timeline is kept with its policy, also if it is the first and empty`() {
    for policy in policies {
      for offsets in [[], [0], [5_000, 9_000]] as [[Int64]] {
        var content = WidgetContent()
        let first = content.accept(entries(offsets), policy, digest: "a", at: now)
        #expect(!first.isUnchanged && first.remarks.contains(.empty) == offsets.isEmpty)
        let expected = WidgetArchive(generation: 1, entries: entries(offsets), policy: policy, digest: "a", at: now)
        #expect(content.archive == expected && content.lastGeneration == 1 && content.previous == nil)
        // Another empty one replaces the policy alone.
        _ = content.accept([], .after(now.advanced(by: 7_000)), digest: "b", at: now.advanced(by: 1_000))
        #expect(content.archive?.entries == expected.entries && content.lastGeneration == 1)
        #expect(content.archive?.due == now.advanced(by: 7_000))
      }
    }
  }
}
