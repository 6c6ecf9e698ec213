// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import UsageSources

@Suite struct FIFOFeedTests {
  private typealias F = LiveFixture

  private func withFIFO(_ body: (_ path: String, _ feed: FIFOFeed) throws -> Void) throws {
    try F.inDirectory { directory in
      let path = directory + "/samples"
      try #require(mkfifo(path, 0o600) == 0)
      let feed = try FIFOFeed(path: path)
      defer { feed.close() }
      try body(path, feed)
    }
  }

  private func writer(_ path: String) throws -> CInt {
    let writer = open(path, O_WRONLY | O_NONBLOCK)
    try #require(writer >= 0)
    return writer
  }

  @Test func `reads writers that come and go, and is not readable between them`() throws {
    try withFIFO { path, feed in
      #expect(!F.isReadable(feed) && F.drain(feed).isEmpty)
      for life in 1...2 {
        let writer = try writer(path)
        F.write(F.line(.app("a"), 0, 5), to: writer)
        #expect(F.words(F.drain(feed)) == ["appeared", "opened a"])
        F.write(F.line(.app("a"), 0, 10) + F.line(.app("b"), 10, 10), to: writer)
        #expect(F.words(F.drain(feed)) == ["grown a", "closed a", "opened b"])
        F.write("{\"v\":1,", to: writer)
        #expect(F.drain(feed).isEmpty)
        close(writer)
        #expect(F.words(F.drain(feed)) == ["rejected truncated at \(life).4", "closed b", "lost writer-left"])
        #expect(!F.isReadable(feed), "the end of a writer must not stay readable")
      }
    }
  }

  @Test func `a writer that writes nothing leaves the feed unreadable`() throws {
    try withFIFO { path, feed in
      close(try writer(path))
      #expect(F.drain(feed).isEmpty && !F.isReadable(feed))
    }
  }

  @Test func `accepts lines in pieces of any size`() throws {
    try withFIFO { path, feed in
      let writer = try writer(path)
      let text = F.line(.app("a"), 0, 5)
      var events: [SampleFeedEvent] = []
      for byte in Array(text.utf8) {
        F.write([byte], to: writer)
        events += F.drain(feed)
      }
      #expect(F.words(events) == ["appeared", "opened a"])
      close(writer)
    }
  }

  @Test func `skips and names a line over the limit, NUL bytes and text that is not UTF-8`() throws {
    try withFIFO { path, feed in
      let writer = try writer(path)
      F.write([UInt8](repeating: 0x61, count: 40_000) + [0x0A], to: writer)
      F.write([0x00, 0x00, 0x0A], to: writer)
      F.write(Array("{\"v\":1,\"stream\":\"".utf8) + [0xFF, 0xFE, 0x22, 0x7D, 0x0A], to: writer)
      F.write("\r\n \n" + F.line(.app("a"), 0, 5), to: writer)
      #expect(
        F.words(F.drain(feed)) == [
          "appeared", "rejected line-too-long at 1.1", "rejected not-json at 1.2", "rejected not-json at 1.3",
          "opened a",
        ])
      close(writer)
    }
  }

  @Test func `counts the bad lines of a flood instead of reporting each`() throws {
    try withFIFO { path, feed in
      let writer = try writer(path)
      F.write(String(repeating: "no\n", count: 10_000), to: writer)
      let events = F.drain(feed)
      #expect(events.count <= 11)
      let counted = events.reduce(0) { sum, event in
        switch event {
        case .rejected: sum + 1
        case .rejectedMore(let more): sum + more
        default: sum
        }
      }
      #expect(counted == 10_000)
      close(writer)
    }
  }

  @Test func `refuses a path that is not a FIFO without blocking`() throws {
    try F.inDirectory { directory in
      let missing = #expect(throws: SampleFeedError.self) { try FIFOFeed(path: directory + "/none") }
      #expect(missing?.name == .unreadable)
      let folder = #expect(throws: SampleFeedError.self) { try FIFOFeed(path: directory) }
      #expect(folder?.name == .notAFIFO)
    }
  }
}
