// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// The events for which a live host waits between two looks at its feed.
@Suite struct LiveWaitTests {
  /// A clock that stands still, with a time of the next look for each round. Every instant has come long ago.
  private final class StillFeed: LiveFeed {
    let descriptors: [CInt] = []
    /// The next looks, in milliseconds after the device's time; the run ends after the last one.
    private let looks: [Int64]
    private var rounds = 0
    /// The instants whose place on the machine's clock was asked for, in milliseconds after the device's time.
    private(set) var asked: [Int64] = []
    var ending: () -> Void = {}
    var onRead: () -> Void = {}

    init(_ looks: [Int64]) { self.looks = looks }

    var nextLook: Timestamp? {
      rounds > looks.count ? nil : LiveRun.start.advanced(by: looks[max(0, rounds - 1)])
    }

    func read() -> [DeviceInput] {
      rounds += 1
      onRead()
      if rounds > looks.count { ending() }
      return [.time(LiveRun.start)]
    }

    func boottime(of instant: Timestamp) -> Int64 {
      asked.append(instant.milliseconds(since: LiveRun.start))
      return 1
    }
  }

  @Test func `a look that is due or over is waited for until the next millisecond`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    let feed = StillFeed([-5, 0, 1])
    let driver = try LiveDriver(run.configuration(answered: []), feed: { _, _ in feed }, onEvent: { _ in })
    feed.ending = driver.ending
    try driver.run()
    // The device's own time is asked for after each reading.
    #expect(feed.asked == [0, 1, 0, 1, 0, 1, 0])
  }

  /// The memory of this process's mapped code, in KiB.
  private static var code: Int {
    let smaps = (try? String(contentsOfFile: "/proc/self/smaps", encoding: .utf8)) ?? ""
    var (sum, isCode) = (0, false)
    for line in smaps.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 1, words[0].contains("-"), words[1].count == 4 { isCode = words[1] == "r-xp" }
      if isCode, words[0] == "Rss:" { sum += Int(words[1]) ?? 0 }
    }
    return sum
  }

  /// In a process of its own, since every host of a process unmaps the same code.
  @Test func `a host to which something happens is not at rest, and keeps its code mapped`() async {
    await #expect(processExitsWith: .success) {
      let run = try LiveRun(["one.app": .setsUp])
      let feed = StillFeed([0, 0, 0, 0, 0])
      let driver = try LiveDriver(run.configuration(answered: []), feed: { _, _ in feed }, onEvent: { _ in })
      feed.ending = driver.ending
      let smaps = FileManager.default.contents(atPath: "/proc/self/smaps") ?? Data()
      for range in ResidentMemory.unchangedFileMappings(Array(smaps)) {
        // MADV_POPULATE_READ maps all of it, so that little of it is what the loop itself uses.
        madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, 22)
      }
      let before = Self.code
      var least = before
      feed.onRead = { least = min(least, Self.code) }
      try driver.run()
      #expect(least > before / 2, "\(least) of \(before) KiB stayed")
    }
  }

  @Test func `lines that arrived together are all answered, though nothing else happens`() throws {
    let run = try LiveRun(["one.app": .setsUp])
    try run.begin([(0, LiveRun.editor)], answered: [])
    let peer = try #require(try HostPeer.connected(state: run.families.state))
    defer { close(peer) }
    let count = 3 * HostSocket.linesAtOnce + 1
    let text = String(repeating: "{\"id\":1}\n", count: count)
    #expect(send(peer, text, text.utf8.count, 0) == text.utf8.count)
    var answers = 0
    var one = pollfd(fd: peer, events: Int16(POLLIN), revents: 0)
    while answers < count, poll(&one, 1, 5_000) == 1 {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let length = recv(peer, &bytes, bytes.count, 0)
      guard length > 0 else { break }
      answers += bytes.prefix(length).count { $0 == UInt8(ascii: "\n") }
    }
    #expect(answers == count)
    try run.end()
  }
}
