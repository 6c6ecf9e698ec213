// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import UsageSources

@Suite struct SocketFeedTests {
  private typealias F = LiveFixture

  private func withFeed(
    account: UInt32 = geteuid(), _ body: (_ path: String, _ feed: SocketFeed) throws -> Void
  ) throws {
    try F.inDirectory { directory in
      let feed = try SocketFeed(path: directory + "/samples", account: account)
      defer { feed.close() }
      try body(directory + "/samples", feed)
    }
  }

  private func status(_ path: String) -> stat? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts : nil
  }

  @Test func `reads several agents side by side`() throws {
    try withFeed { path, feed in
      #expect(status(path)?.st_mode == S_IFSOCK | 0o600)
      let (one, two) = (try F.connect(path), try F.connect(path))
      F.write(F.line(.app("a"), 0, 5), to: one)
      F.write(F.line(.active, 0, 5, stream: "logind/a"), to: two)
      #expect(F.words(F.drain(feed)) == ["appeared", "appeared", "opened a", "opened active"])
      F.write("nonsense\n" + F.line(.app("b"), 5, 5), to: one)
      #expect(F.words(F.drain(feed)) == ["rejected not-json at 1.2", "closed a", "opened b"])
      close(one)
      #expect(F.words(F.drain(feed)) == ["closed b", "lost writer-left"])
      F.write(F.line(.active, 0, 9, stream: "logind/a"), to: two)
      #expect(F.words(F.drain(feed)) == ["grown active"])
      close(two)
    }
  }

  @Test func `closes a connection that sends a line over the limit, with the error on it`() throws {
    try withFeed { path, feed in
      let agent = try F.connect(path)
      F.write(F.line(.app("a"), 0, 5) + String(repeating: "x", count: 1_100), to: agent)
      #expect(
        F.words(F.drain(feed)) == ["appeared", "opened a", "rejected line-too-long at 1.2", "closed a", "lost refused"])
      #expect(F.answer(on: agent) == "{\"v\":1,\"error\":\"line-too-long\"}\n")
      #expect(Glibc.send(agent, "x", 1, CInt(MSG_NOSIGNAL)) < 0, "the connection is closed")
      // Data after the long line is never read.
      let second = try F.connect(path)
      F.write(String(repeating: "x", count: 2_000) + "\n" + F.line(.app("b"), 5, 6), to: second)
      #expect(!F.words(F.drain(feed)).contains("opened b"))
      close(agent)
      close(second)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to give the socket to another account"))
  func `refuses a connection from another account (foreign-peer)`() throws {
    try withFeed(account: 65_534) { path, feed in
      #expect(status(path)?.st_uid == 65_534 && status(path)?.st_mode == S_IFSOCK | 0o600)
      let agent = try F.connect(path)
      F.write(F.line(.app("a"), 0, 5), to: agent)
      #expect(F.words(F.drain(feed)) == ["rejected foreign-peer at 1.0"])
      #expect(F.answer(on: agent) == "{\"v\":1,\"error\":\"foreign-peer\"}\n")
      close(agent)
    }
  }

  @Test func `refuses agents over the limit, and accepts one after another has left`() throws {
    try withFeed { path, feed in
      var agents = [try F.connect(path)]
      for _ in 1..<SocketFeed.maximumConnections {
        _ = F.drain(feed)
        agents.append(try F.connect(path))
      }
      _ = F.drain(feed)
      let late = try F.connect(path)
      #expect(F.words(F.drain(feed)) == ["rejected too-many-connections at 17.0"])
      close(agents.removeLast())
      #expect(F.words(F.drain(feed)) == ["lost writer-left"])
      agents.append(try F.connect(path))
      #expect(F.words(F.drain(feed)) == ["appeared"])
      for agent in agents + [late] { close(agent) }
    }
  }

  @Test func `a flood on one connection is merged and does not block another`() throws {
    try withFeed { path, feed in
      let (loud, quiet) = (try F.connect(path), try F.connect(path))
      _ = F.drain(feed)
      _ = fcntl(loud, F_SETFL, O_NONBLOCK)
      var sent = 0
      var events: [SampleFeedEvent] = []
      // One record repeated 20,000 times, as fast as the socket accepts it.
      while sent < 20_000 {
        let line = Array(F.line(.app("a"), 0, Double(sent / 100)).utf8)
        if Glibc.write(loud, line, line.count) == line.count { sent += 1 } else { events += feed.read() }
      }
      F.write(F.line(.active, 0, 5, stream: "logind/a"), to: quiet)
      events += feed.read()
      #expect(F.words(events).contains("opened active"))
      events += F.drain(feed)
      #expect(F.words(events).filter { $0 == "grown a" }.count == 199, "repeats without a change are merged")
      close(loud)
      close(quiet)
    }
  }

  @Test func `replaces a stale socket but no other file`() throws {
    try F.inDirectory { directory in
      let path = directory + "/samples"
      let first = try SocketFeed(path: path, account: geteuid())
      let taken = #expect(throws: SampleFeedError.self) { try SocketFeed(path: path, account: geteuid()) }
      #expect(taken?.name == .taken)
      try #require(rename(path, path + ".stale") == 0)
      first.close()
      try #require(rename(path + ".stale", path) == 0)
      let second = try SocketFeed(path: path, account: geteuid())
      second.close()
      #expect(status(path) == nil, "closing the feed removes the socket's file")

      try F.append("mine", to: path)
      let file = #expect(throws: SampleFeedError.self) { try SocketFeed(path: path, account: geteuid()) }
      #expect(file?.name == .taken && FileManager.default.contents(atPath: path) == Data("mine".utf8))
      try #require(unlink(path) == 0)
      try #require(symlink(directory + "/elsewhere", path) == 0)
      let link = #expect(throws: SampleFeedError.self) { try SocketFeed(path: path, account: geteuid()) }
      #expect(link?.name == .taken && status(directory + "/elsewhere") == nil)
    }
  }

  @Test func `refuses a directory that others can write to, and a path that is too long`() throws {
    try F.inDirectory { directory in
      try #require(chmod(directory, 0o777) == 0)
      let open = #expect(throws: SampleFeedError.self) { try SocketFeed(path: directory + "/s", account: geteuid()) }
      #expect(open?.name == .foreignPath)
      let long = #expect(throws: SampleFeedError.self) {
        try SocketFeed(path: directory + "/" + String(repeating: "s", count: 108), account: geteuid())
      }
      #expect(long?.name == .badPath)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to make a directory of another account"))
  func `refuses a directory of another account`() throws {
    try F.inDirectory { directory in
      try #require(chown(directory, 65_534, 65_534) == 0)
      // Root may use only its own directory, since another owner could replace the files in it.
      let error = #expect(throws: SampleFeedError.self) { try SocketFeed(path: directory + "/s", account: geteuid()) }
      #expect(error?.name == .foreignPath)
    }
  }
}
