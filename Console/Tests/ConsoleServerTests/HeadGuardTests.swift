// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ConsoleServer

/// The check before the HTTP parser.
@Suite struct HeadGuardTests {
  private static let plain = "GET /today HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n"

  private static func status(_ text: String) -> Int? {
    if case .refused(let refusal) = HeadGuard.read(Array(text.utf8)) { refusal.status } else { nil }
  }

  @Test func `passes a plain head, and waits for every shorter one`() {
    let bytes = Array(Self.plain.utf8)
    #expect(HeadGuard.read(bytes) == .whole(headBytes: bytes.count, bodyBytes: 0))
    #expect(HeadGuard.read(bytes + Array("rest".utf8)) == .whole(headBytes: bytes.count, bodyBytes: 0))
    for count in 0..<bytes.count { #expect(HeadGuard.read(bytes.prefix(count)) == .incomplete) }
  }

  @Test(arguments: [
    "GET /today HTTP/1.0\r\nHost: a\r\n\r\n", "GET  /today HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /today HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: a\r\nHOST: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded: 2\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: 12\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding: identity\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET /ü HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func `refuses heads that two parsers could read differently`(text: String) { #expect(Self.status(text) == 400) }

  @Test(arguments: ["(", "{", " ", "\r", "\u{16}"]) func `refuses what does not begin like a method at its first byte`(
    text: String
  ) { #expect(Self.status(text) == 400) }

  @Test func `refuses a long head, many fields and a long body by their own numbers`() {
    #expect(Self.status("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 400_000))\r\n\r\n") == 431)
    #expect(Self.status("GET /" + String(repeating: "a", count: 20_000)) == 431)
    let fields = (0..<10_000).map { "X\($0): 1\r\n" }.joined()
    #expect(Self.status("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n") == 431)
    let most = (0..<63).map { "X\($0): 1\r\n" }.joined()
    #expect(Self.status("GET / HTTP/1.1\r\nHost: a\r\n\(most)\r\n") == nil)
    #expect(Self.status("GET / HTTP/1.1\r\nHost: a\r\n\(most)Y: 1\r\n\r\n") == 431)
    #expect(Self.status("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n") == 413)
    #expect(Self.status("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65536\r\n\r\n") == nil)
  }
}
