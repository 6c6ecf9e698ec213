// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Testing

/// Rows WIRE-B1–WIRE-B5 of `wire.md#what-the-host-does-with-bad-input`, as bytes on a channel.
@Suite(.timeLimit(.minutes(20))) struct BadInputTests {
  /// A rule, the line received, and the error expected.
  static let rows: [(row: String, line: LineSample, kind: LineViolation.Kind)] = [
    ("B1", LineSample([0xFF, 0x7B, 0x7D], "not UTF-8"), .syntax),
    ("B1", LineSample([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "BOM"), .syntax),
    ("B1", LineSample([0x7B, 0, 0x7D, 0], "UTF-16"), .syntax),
    ("B1", LineSample("{}\r"), .syntax), ("B1", LineSample("{\"a\":\"\0\"}"), .syntax), ("B1", LineSample(""), .syntax),
    ("B1", .value("NaN"), .syntax), ("B1", .value("1.0"), .syntax), ("B1", .value("1e2"), .syntax),
    ("B1", .value("-0"), .syntax), ("B1", .value("9007199254740992"), .syntax), ("B1", .value("1/**/"), .syntax),
    ("B1", .value("'a'"), .syntax), ("B1", .value("[1,]"), .syntax),
    ("B2", LineSample(#"{"a":1,"a":2}"#), .profile), ("B2", LineSample(#"{"\u0061":1}"#), .profile),
    ("B2", .string(#"\ud83d"#), .profile), ("B2", .string(#"\u0000"#), .profile),
    ("B2", LineSample("[]"), .notObject), ("B2", LineSample("{}{}"), .notObject),
    ("B3", LineSample(String(repeating: "x", count: 300_000)), .tooLong),
    ("B3", LineSample(String(repeating: "[", count: 100_000)), .tooDeep),
    ("B3", .value("[" + String(repeating: "[],", count: 80_000) + "[]]"), .tooMany),
  ]

  @Test(arguments: rows, ChannelKind.allCases) func `gets the violation of its rule, and the next line is read`(
    _ row: (row: String, line: LineSample, kind: LineViolation.Kind), _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makeRawPeer()
    let writer = Background {
      try peer.write(row.line.bytes)
      try peer.write("\n{\"next\":1}\n")
    }
    let error = try #require(throws: ReceiveError.self) { try host.receive(deadline: .after(.seconds(10))) }
    guard case .violation(let violation, let line) = error else {
      Issue.record("expected a violation, got \(error)")
      return
    }
    #expect(violation.kind == row.kind, "row \(row.row)")
    #expect(row.line.bytes.starts(with: line))
    #expect(try host.receive(deadline: .after(.seconds(10))) == ["next": 1])
    try _ = writer.value()
  }

  @Test(arguments: ChannelKind.allCases) func `half a line without the rest is a stall`(_ kind: ChannelKind) throws {
    let (host, peer) = try kind.makeRawPeer(host: .host(receiving: .standard, stall: .milliseconds(20)))
    #expect(throws: ReceiveError.timedOut, "silence before the first byte is not a stall") {
      try host.receive(deadline: .after(.milliseconds(40)))
    }
    try peer.write(#"{"a":"#)
    let stalled = ReceiveError.violation(
      LineViolation(.stalled, .firstByteToLF, at: 5), line: Array(#"{"a":"#.utf8))
    #expect(throws: stalled) { try host.receive(deadline: .after(.seconds(30))) }
  }

  @Test(arguments: ChannelKind.allCases) func `half a line after a complete one is a stall`(_ kind: ChannelKind) throws
  {
    let (host, peer) = try kind.makeRawPeer(host: .host(receiving: .standard, stall: .milliseconds(20)))
    try peer.write("{\"a\":1}\n{")
    #expect(try host.receive(deadline: .after(.seconds(10))) == ["a": 1])
    let stalled = ReceiveError.violation(LineViolation(.stalled, .firstByteToLF, at: 1), line: [0x7B])
    #expect(throws: stalled) { try host.receive(deadline: .after(.seconds(30))) }
  }

  @Test(arguments: ChannelKind.allCases) func `a slow reader does not report a stall of the sender`(_ kind: ChannelKind)
    throws
  {
    let (host, peer) = try kind.makeRawPeer(host: .host(receiving: .standard, stall: .seconds(60)))
    try peer.write(#"{"a":"#)
    #expect(throws: ReceiveError.timedOut) { try host.receive(deadline: .now) }
    try peer.write("1}\n")
    host.limits.stall = .zero
    #expect(try host.receive(deadline: MonotonicTime(nanoseconds: 0)) == ["a": 1])
  }

  @Test(arguments: ChannelKind.allCases) func `reports half a line at end of file`(_ kind: ChannelKind) throws {
    let (host, peer) = try kind.makeRawPeer()
    try peer.write("{\"a\":1}\n{\"b\"")
    peer.close()
    #expect(try host.receive(deadline: .after(.seconds(10))) == ["a": 1])
    #expect(throws: ReceiveError.halfLine(byteCount: 4)) { try host.receive(deadline: .after(.seconds(10))) }
    #expect(throws: ReceiveError.endOfFile) { try host.receive(deadline: .after(.seconds(10))) }
  }

  @Test(arguments: ChannelKind.allCases) func `a line without an end is refused while it is arriving`(
    _ kind: ChannelKind
  ) throws {
    let (host, peer) = try kind.makeRawPeer(host: .host(receiving: .helloReply))
    try peer.write(String(repeating: "x", count: 9_000))
    let tooLong = ReceiveError.violation(
      LineViolation(.tooLong, .lineBytes, at: 8_192), line: Array(repeating: 0x78, count: LineFramer.prefixBytes))
    #expect(throws: tooLong) { try host.receive(deadline: .after(.seconds(10))) }
    try peer.write("yyy\n{}\n")
    #expect(try host.receive(deadline: .after(.seconds(10))) == [:])
  }

  @Test(arguments: ChannelKind.allCases) func `the limit of the hello reply is replaced after it`(_ kind: ChannelKind)
    throws
  {
    let (host, peer) = try kind.makeRawPeer(host: .host(receiving: .helloReply))
    let long = #"{"a":"\#(String(repeating: "x", count: 9_000))"}"# + "\n"
    try peer.write("{}\n" + long)
    #expect(try host.receive(deadline: .after(.seconds(10))) == [:])
    host.limits.received = .standard
    #expect(try host.receiveLine(deadline: .after(.seconds(10))).bytes.count == long.utf8.count - 1)
  }
}
