// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Testing

/// Behaviour of a channel, on both kinds of byte stream.
@Suite(.timeLimit(.minutes(20))) struct MessageChannelTests {
  @Test(arguments: ChannelKind.allCases) func `carries messages both ways in order`(_ kind: ChannelKind) throws {
    let (host, peer) = try kind.makePair()
    let echo = Background { for _ in 0..<200 { try peer.send(peer.receive()) } }
    for number in 0..<200 {
      let message: WireValue = ["id": .string("h\(number)"), "params": ["text": "é\n"]]
      try host.send(message)
      #expect(try host.receive(deadline: .after(.seconds(10))) == message)
    }
    try _ = echo.value()
  }

  @Test(arguments: ChannelKind.allCases) func `returns the bytes of a line for the recording`(
    _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makeRawPeer()
    #expect(try host.send(["b": 1, "a": 2]) == Array(#"{"a":2,"b":1}"#.utf8))
    #expect(try peer.read(100) == Array("{\"a\":2,\"b\":1}\n".utf8))
    try peer.write(#" {"b":[1], "a":"\u00e9"}"# + "\n")
    let line = try host.receiveLine(deadline: .after(.seconds(10)))
    #expect(line.bytes == Array(#" {"b":[1], "a":"\u00e9"}"#.utf8))
    #expect(line.value == ["a": "é", "b": [1]])
    #expect(line.depth == 2)
  }

  @Test(arguments: ChannelKind.allCases) func `sends several messages in one write, or none of them`(
    _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makeRawPeer()
    #expect(throws: SendError.self) { try host.send(all: [["a": 1], ["b": .integer(1 << 60)]], deadline: nil) }
    try host.send(all: [["a": 1], ["b": 2]], deadline: nil)
    #expect(try peer.read(100) == Array("{\"a\":1}\n{\"b\":2}\n".utf8))
  }

  @Test(arguments: ChannelKind.allCases) func `reads several messages from one write, and one message cut at any byte`(
    _ kind: ChannelKind
  ) throws {
    let text = Array("{\"a\":\"é😀\"}\n {\"b\":[1,2]}\n".utf8)
    for split in 0...text.count {
      let (host, peer) = try kind.makeRawPeer()
      try peer.write(text[..<split])
      let firstEnd = text.firstIndex(of: 0x0A) ?? 0
      if split <= firstEnd {
        #expect(throws: ReceiveError.timedOut) { try host.receive(deadline: .now) }
      }
      try peer.write(text[split...])
      #expect(try host.receive(deadline: .now) == ["a": "é😀"])
      #expect(try host.receive(deadline: .now) == ["b": [1, 2]])
      #expect(throws: ReceiveError.timedOut) { try host.receive(deadline: .now) }
    }
  }

  @Test(arguments: ChannelKind.allCases) func `a message larger than the pipe is sent in parts`(
    _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makePair()
    let text = WireValue.string(String(repeating: "x", count: 60_000))
    let message: WireValue = ["list": .array(Array(repeating: text, count: 15))]
    let received = Background { try peer.receiveLine(deadline: nil) }
    let sent = try host.send(message, deadline: .after(.seconds(30)))
    let line = try received.value()
    #expect(line?.bytes == sent)
    #expect(line?.value == message)
  }

  @Test(arguments: ChannelKind.allCases) func `several writers send whole messages`(_ kind: ChannelKind) throws {
    let (host, peer) = try kind.makePair()
    let writers = (0..<4).map { writer in
      Background {
        for number in 0..<50 {
          try peer.send([
            "writer": .integer(Int64(writer)), "n": .integer(Int64(number)),
            "text": .string(String(repeating: "y", count: 9_000)),
          ])
        }
      }
    }
    var next: [Int64: Int64] = [:]
    for _ in 0..<200 {
      guard case .object(let object) = try host.receive(deadline: .after(.seconds(30))),
        case .integer(let writer)? = object["writer"], case .integer(let number)? = object["n"]
      else { throw ReceiveError.timedOut }
      #expect(number == next[writer, default: 0])
      next[writer] = number + 1
    }
    for writer in writers { try _ = writer.value() }
  }

  @Test(arguments: ChannelKind.allCases) func `reports whether the peer has read the line`(_ kind: ChannelKind) throws {
    let (host, peer) = try kind.makePair()
    #expect(host.unreadByteCount == 0)
    let line = try host.send(["id": "h1"])
    #expect(host.unreadByteCount == line.count + 1)
    _ = try peer.receive()
    #expect(host.unreadByteCount == 0)
  }

  @Test(arguments: ChannelKind.allCases) func `refuses to send an invalid message, before the first byte`(
    _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makePair()
    let long = WireValue.string(String(repeating: "x", count: 60_000))
    let cases: [(WireValue, LineViolation.Kind)] = [
      ([1], .notObject), (["a": "\0"], .profile),
      (["a": .string(String(decoding: [0xEF, 0xBF, 0xBF] as [UInt8], as: UTF8.self))], .profile),
      (["a b": 1], .profile),
      (["a": 9_007_199_254_740_992], .syntax), (["a": .array(Array(repeating: long, count: 20))], .tooLong),
    ]
    for (message, kind) in cases {
      let error = try #require(throws: SendError.self) { try host.send(message) }
      guard case .violation(let violation) = error else {
        Issue.record("expected a violation, got \(error)")
        continue
      }
      #expect(violation.kind == kind)
    }
    #expect(host.unreadByteCount == 0)
    try host.send(["a": 1])
    #expect(try peer.receive() == ["a": 1])
  }

  @Test(arguments: ChannelKind.allCases) func `a peer that does not read leaves room for 64 KiB, as a pipe does`(
    _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makeRawPeer()
    var written = 0
    let page = [UInt8](repeating: 0x20, count: 4_096)
    while written < 1 << 20, let count = try? page.withUnsafeBytes({ try peer.stream.write($0, until: .now) }) {
      written += count
    }
    #expect(written == 65_536)
    _ = host
  }

  @Test(arguments: ChannelKind.allCases) func `fails when the peer does not read`(_ kind: ChannelKind) throws {
    let (host, peer) = try kind.makePair(host: .host(receiving: .standard, noProgress: .milliseconds(20)))
    let message: WireValue = [
      "list": .array(Array(repeating: .string(String(repeating: "x", count: 60_000)), count: 4))
    ]
    #expect(throws: SendError.noProgress) { try host.send(message, deadline: .after(.seconds(30))) }
    #expect(throws: SendError.closed) { try host.send(["a": 1]) }
    _ = peer
  }

  @Test(arguments: ChannelKind.allCases) func `a send ends at its deadline`(_ kind: ChannelKind) throws {
    let (host, peer) = try kind.makePair()
    let message: WireValue = [
      "list": .array(Array(repeating: .string(String(repeating: "x", count: 60_000)), count: 4))
    ]
    #expect(throws: SendError.timedOut) { try host.send(message, deadline: .after(.milliseconds(10))) }
    _ = peer
  }

  @Test(arguments: ChannelKind.allCases) func `after it closes sending, a channel sends nothing but still receives`(
    _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makePair()
    try host.send(["a": 1])
    host.closeSending()
    #expect(throws: SendError.closed) { try host.send(["a": 2]) }
    #expect(throws: SendError.closed) { try host.send(all: [["a": 2]], deadline: nil) }
    #expect(try peer.receive(deadline: .after(.seconds(10))) == ["a": 1])
    #expect(throws: ReceiveError.endOfFile) { try peer.receive(deadline: .after(.seconds(10))) }
    try peer.send(["b": 1])
    #expect(try host.receive(deadline: .after(.seconds(10))) == ["b": 1])
  }

  @Test(arguments: ChannelKind.allCases) func `sending to a closed peer throws, and no signal ends this process`(
    _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makePair()
    peer.close()
    #expect(throws: SendError.closed) { try host.send(["a": 1]) }
    #expect(throws: ReceiveError.endOfFile) { try host.receive() }
  }
}
