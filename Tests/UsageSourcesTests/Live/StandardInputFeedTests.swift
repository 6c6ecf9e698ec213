// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import UsageSources

@Suite struct StandardInputFeedTests {
  private typealias F = LiveFixture

  /// The kinds of standard input that a shell may connect.
  enum Input: CaseIterable {
    case pipe, socket

    func open() throws -> (read: CInt, write: CInt) {
      var ends: [CInt] = [0, 0]
      switch self {
      case .pipe: try #require(Glibc.pipe(&ends) == 0)
      case .socket: try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
      }
      return (ends[0], ends[1])
    }
  }

  @Test(arguments: Input.allCases) func `reads until the end of input and is then over`(_ input: Input) throws {
    let (reading, writing) = try input.open()
    let feed = try StandardInputFeed(descriptor: reading)
    #expect(!F.isReadable(feed) && feed.read().isEmpty)
    #expect(fcntl(reading, F_GETFL) & O_NONBLOCK == 0, "other processes share what is connected to standard input")
    F.write(F.line(.app("a"), 0, 5), to: writing)
    #expect(F.words(F.drain(feed)) == ["appeared", "opened a"])
    // The last record needs no line feed.
    F.write(String(F.line(.app("b"), 5, 5).dropLast()), to: writing)
    close(writing)
    #expect(F.words(F.drain(feed)) == ["closed a", "opened b", "closed b", "lost ended"])
    #expect(feed.isOver && !F.isReadable(feed) && feed.read().isEmpty)
    feed.close()
    close(reading)
  }

  @Test func `reads a file from its current offset`() throws {
    try F.inDirectory { directory in
      try F.append("skipped\n" + F.line(.app("a"), 0, 5) + "{\"v\":1,", to: directory + "/file")
      let file = open(directory + "/file", O_RDONLY)
      lseek(file, 8, SEEK_SET)
      let feed = try StandardInputFeed(descriptor: file)
      #expect(
        F.words(F.drain(feed)) == ["appeared", "opened a", "rejected truncated at 1.2", "closed a", "lost ended"])
      #expect(feed.isOver)
      feed.close()
      close(file)
    }
  }

  @Test func `reads a terminal line by line`() throws {
    var (terminal, program): (CInt, CInt) = (0, 0)
    try #require(openpty(&terminal, &program, nil, nil, nil) == 0)
    var mode = termios()
    tcgetattr(program, &mode)
    mode.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(program, TCSANOW, &mode)
    let feed = try StandardInputFeed(descriptor: program)
    #expect(!F.isReadable(feed))
    F.write(F.line(.app("a"), 0, 5), to: terminal)
    #expect(F.becomesReadable(feed))
    #expect(F.words(F.drain(feed)) == ["appeared", "opened a"])
    F.write("\u{04}", to: terminal)
    #expect(F.becomesReadable(feed))
    #expect(F.words(F.drain(feed)) == ["closed a", "lost ended"])
    feed.close()
    close(terminal)
    close(program)
  }

  @Test func `reads /dev/null as an empty input`() throws {
    let null = open("/dev/null", O_RDONLY)
    let feed = try StandardInputFeed(descriptor: null)
    #expect(F.words(F.drain(feed)) == ["appeared", "lost ended"])
    feed.close()
    close(null)
  }

  @Test func `refuses a descriptor that is not open`() {
    let error = #expect(throws: SampleFeedError.self) { try StandardInputFeed(descriptor: 1_000_000) }
    #expect(error?.name == .unreadable)
  }
}
