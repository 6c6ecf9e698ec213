// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import UsageSources

@Suite struct FileFeedTests {
  private typealias F = LiveFixture

  private func withFeed(of text: String? = nil, _ body: (_ path: String, _ feed: FileFeed) throws -> Void) throws {
    try F.inDirectory { directory in
      let path = directory + "/samples.ndjson"
      if let text { try F.append(text, to: path) }
      let feed = try FileFeed(path: path)
      defer { feed.close() }
      try body(path, feed)
    }
  }

  @Test func `follows a file that is created later and grows`() throws {
    try withFeed { path, feed in
      #expect(F.drain(feed).isEmpty)
      try F.append(F.line(.app("a"), 0, 5), to: path)
      #expect(F.words(F.drain(feed)) == ["appeared", "opened a"])
      try F.append(String(F.line(.app("a"), 0, 10).prefix(40)), to: path)
      #expect(F.drain(feed).isEmpty)
      try F.append(String(F.line(.app("a"), 0, 10).dropFirst(40)), to: path)
      #expect(F.words(F.drain(feed)) == ["grown a"])
      #expect(!F.isReadable(feed))
    }
  }

  @Test func `starts near the end of a long file, at the start of a line`() throws {
    let history = (0..<2_000).map { F.line(.app("old"), Double($0), Double($0) + 1) }.joined()
    try withFeed(of: history + F.line(.app("new"), 3_000, 3_005)) { _, feed in
      let words = F.words(F.drain(feed))
      #expect(words.last == "opened new" && words.count < 1_000)
      #expect(!words.contains { $0.hasPrefix("rejected") })
    }
  }

  @Test func `reports that the file was truncated and reads on from its start`() throws {
    try withFeed(of: F.line(.app("a"), 0, 5)) { path, feed in
      #expect(F.words(F.drain(feed)) == ["appeared", "opened a"])
      try #require(truncate(path, 0) == 0)
      #expect(F.words(F.drain(feed)) == ["closed a", "lost truncated", "appeared"])
      try F.append(F.line(.app("b"), 5, 6), to: path)
      #expect(F.words(F.drain(feed)) == ["opened b"])
    }
  }

  @Test func `reads a rotated file to its end, then the new file with its name`() throws {
    try withFeed(of: F.line(.app("a"), 0, 5)) { path, feed in
      _ = F.drain(feed)
      let old = open(path, O_WRONLY | O_APPEND)
      try #require(rename(path, path + ".1") == 0)
      F.write(F.line(.app("b"), 5, 6), to: old)
      try F.append(F.line(.app("c"), 6, 7), to: path)
      F.write("{\"v\":", to: old)
      #expect(
        F.words(F.drain(feed)) == [
          "closed a", "opened b", "rejected truncated at 1.3", "closed b", "lost replaced", "appeared", "opened c",
        ])
      close(old)
    }
  }

  @Test func `survives removal, a directory in its place and a new file`() throws {
    try withFeed(of: F.line(.app("a"), 0, 5)) { path, feed in
      _ = F.drain(feed)
      try #require(unlink(path) == 0)
      #expect(F.words(F.drain(feed)) == ["closed a", "lost removed"])
      try #require(mkdir(path, 0o700) == 0)
      #expect(F.drain(feed).isEmpty)
      try #require(rmdir(path) == 0)
      try #require(mkfifo(path, 0o600) == 0)
      #expect(F.drain(feed).isEmpty, "a FIFO of that name is ignored")
      try #require(unlink(path) == 0)
      try F.append(F.line(.app("b"), 5, 6), to: path)
      #expect(F.words(F.drain(feed)) == ["appeared", "opened b"])
    }
  }

  @Test func `reads all of a file moved into place`() throws {
    try withFeed(of: F.line(.app("a"), 0, 5)) { path, feed in
      _ = F.drain(feed)
      try F.append(F.line(.app("b"), 5, 6), to: path + ".new")
      try #require(rename(path + ".new", path) == 0)
      #expect(F.words(F.drain(feed)) == ["closed a", "lost replaced", "appeared", "opened b"])
    }
  }

  @Test func `reads a burst beyond the limit of one call in several calls`() throws {
    try withFeed { path, feed in
      let lines = (0..<12_000).map { (second: Int) -> String in
        F.line(.app(second.isMultiple(of: 2) ? "a" : "b"), Double(second), Double(second))
      }
      let burst = lines.joined()
      try #require(burst.utf8.count > ByteReader.bound)
      try F.append(burst, to: path)
      #expect(feed.read().count < 24_000)
      #expect(F.isReadable(feed), "unread data must make the descriptor readable")
      #expect(F.drain(feed).count > 0 && !F.isReadable(feed))
    }
  }

  @Test func `refuses a directory that does not exist and a path that is not a file`() throws {
    let missing = #expect(throws: SampleFeedError.self) { try FileFeed(path: "/nowhere/at/all") }
    #expect(missing?.name == .unreadable)
    try F.inDirectory { directory in
      try #require(mkfifo(directory + "/pipe", 0o600) == 0)
      let pipe = #expect(throws: SampleFeedError.self) { try FileFeed(path: directory + "/pipe") }
      #expect(pipe?.name == .notAFile)
    }
  }
}
