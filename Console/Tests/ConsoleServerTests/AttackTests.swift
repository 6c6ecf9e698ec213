// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Attacks on the console's port: pages of other sites, other accounts, other programs, malformed HTTP.
@Suite(.serialized) struct AttackTests {
  private let host: FakeHost
  private let console: ConsoleProcess

  init() throws {
    host = try FakeHost()
    console = try ConsoleProcess(state: host.state)
  }

  // MARK: - Another site

  @Test func `refuses a request for another host name, as after DNS rebinding`() throws {
    for name in [
      "localhost:\(console.port)", "127.0.0.1", "127.0.0.1:1", "evil.example:\(console.port)", "[::1]:\(console.port)",
    ] {
      let answer = try console.ask("GET", "/today", ["Host": name, "Sec-Fetch-Site": "none"])
      #expect(answer.status == 421 && answer.code == "host.wrong", "\(name)")
    }
    #expect(try console.ask("GET", "/today", ["Host": nil]).status == 400)
    let client = try RawClient(port: console.port)
    client.send("GET /today HTTP/1.1\r\nHost: 127.0.0.1:\(console.port)\r\nHost: evil.example\r\n\r\n")
    #expect(client.answer().status == 400)
  }

  @Test func `refuses requests of another site's page, form, script, frame and image`() throws {
    let bearer = try console.enter()
    for site in ["cross-site", "same-site", "none", "same-origin, cross-site"] {
      let answer = try console.ask("GET", "/api/1/today", ["Sec-Fetch-Site": site], bearer: bearer)
      #expect(answer.status == 403 && answer.code == "origin.refused", "\(site)")
    }
    #expect(try console.ask("GET", "/today", ["Sec-Fetch-Site": "cross-site"]).status == 403)
    #expect(try console.ask("GET", "/api/1/today", ["Sec-Fetch-Site": nil], bearer: bearer).status == 403)
    for origin in [
      "null", "http://evil.example", "http://127.0.0.1:\(console.port + 1)", "https://127.0.0.1:\(console.port)",
    ] {
      let answer = try console.ask("POST", "/api/1/acts", ["Origin": origin], bearer: bearer, body: "{}")
      #expect(answer.status == 403 && answer.code == "origin.refused", "\(origin)")
    }
    // A form's types, which need no preflight.
    for type in [
      "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=utf-8",
    ] {
      #expect(try console.ask("POST", "/api/1/acts", ["Content-Type": type], bearer: bearer, body: "{}").status == 415)
    }
    #expect(try console.ask("OPTIONS", "/api/1/acts").status == 405)
    #expect(host.lines.allSatisfy { !$0.contains("\"act\"") && !$0.contains("\"page\"") })
    let page = try console.ask("GET", "/today", ["Sec-Fetch-Site": "none"])
    #expect(page.status == 200)
    for field in [
      "frame-ancestors 'none'", "default-src 'none'", "require-trusted-types-for 'script'", "nosniff", "no-store",
      "no-referrer",
      "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
    ] {
      #expect(page.head.contains(field) || page.head.lowercased().contains(field.lowercased()), "\(field)")
    }
    #expect(!page.head.lowercased().contains("access-control"))
  }

  // MARK: - Bad HTTP

  @Test(arguments: [
    ("POST /session HTTP/1.1\r\nHost: H\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST /session HTTP/1.1\r\nHost: H\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: H\r\nX: a\r\n b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: H\r\nX: a\u{0}b\r\n\r\n", 400),
    ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}", 400),
    ("POST /session HTTP/1.1\r\nHost: H\r\nContent-Length: 100000\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: H\r\nX: " + String(repeating: "x", count: 400_000) + "\r\n\r\n", 431),
    ("GET / HTTP/1.1\r\nHost: H\r\n" + String(repeating: "X: 1\r\n", count: 10_000) + "\r\n", 431),
  ])
  func `answers malformed HTTP with its status and closes the connection`(request: String, status: Int) throws {
    let client = try RawClient(port: console.port)
    client.send(request.replacing("Host: H", with: "Host: 127.0.0.1:\(console.port)"))
    #expect(client.answer().status == status)
    #expect(client.some() == nil)
    #expect(try console.ask("GET", "/", ["Sec-Fetch-Site": "none"]).status == 200)
  }

  @Test func `closes half-open and slow connections in time and serves others`() throws {
    // Each beyond the limit takes the place of the one that has waited the longest.
    let half = try (0..<500).map { _ in try RawClient(port: console.port) }
    let began = ContinuousClock.now
    #expect(try console.ask("GET", "/", ["Sec-Fetch-Site": "none"]).status == 200)
    #expect(ContinuousClock.now - began < .seconds(2))
    let slow = try RawClient(port: console.port)
    slow.send("GET /today HTTP/1.1\r\n")
    // A drip now and then does not keep the slow one alive.
    for _ in 0..<12 {
      slow.send("X: 1\r\n")
      Thread.sleep(forTimeInterval: 1)
    }
    #expect(slow.answer().status == 408)
    #expect(ContinuousClock.now - began < .seconds(20))
    for one in half.prefix(5) { #expect(one.answer().status == 0) }
    for one in half.suffix(5) { #expect(one.answer().status == 408) }
  }

  @Test func `a stream reports a change, outlasts an idle connection, and does not block other requests (CON-37)`()
    throws
  {
    let bearer = try console.enter()
    let stream = try RawClient(port: console.port)
    stream.send(console.text("GET", "/api/1/events", bearer: bearer))
    var text = ""
    while !text.contains(": open") { text += try #require(stream.some()) }
    #expect(text.contains("text/event-stream"))
    Thread.sleep(forTimeInterval: 11)
    let began = ContinuousClock.now
    host.change()
    text = ""
    while !text.contains("data: ") { text += try #require(stream.some()) }
    #expect(ContinuousClock.now - began < .seconds(1))
    #expect(text.contains("\"pages\"") && !text.contains("Firefox"))
    #expect(try console.ask("GET", "/api/1/today", bearer: bearer).status == 200)
  }

  @Test func `a stream begins with the changes since its page was loaded`() throws {
    let bearer = try console.enter()
    let page = try console.ask("GET", "/api/1/today", ["Accept": "text/html"], bearer: bearer)
    let number = try #require(page.head.lowercased().firstMatch(of: /sallyport-change: (\d+)/)).output.1
    host.change()
    // The console has heard of it when another page counts it.
    let end = ContinuousClock.now + .seconds(10)
    while try console.ask("GET", "/api/1/today", bearer: bearer).head.lowercased()
      .contains("sallyport-change: \(number)\r"), ContinuousClock.now < end
    { Thread.sleep(forTimeInterval: 0.05) }
    let stream = try RawClient(port: console.port)
    stream.send(console.text("GET", "/api/1/events?after=\(number)", bearer: bearer))
    var text = ""
    let began = ContinuousClock.now
    while !text.contains("data: ") { text += try #require(stream.some()) }
    #expect(ContinuousClock.now - began < .seconds(2))
  }

  @Test func `refuses the 129th stream`() throws {
    let bearer = try console.enter()
    let streams = try (0..<128).map { _ in
      let client = try RawClient(port: console.port)
      client.send(console.text("GET", "/api/1/events", bearer: bearer))
      return client
    }
    for stream in streams { #expect(stream.some() != nil) }
    let last = try RawClient(port: console.port)
    last.send(console.text("GET", "/api/1/events", bearer: bearer))
    #expect(last.some()?.hasPrefix("HTTP/1.1 503") == true)
    #expect(try console.ask("GET", "/api/1/today", bearer: bearer).status == 200)
  }

  // MARK: - Other accounts and guessed links

  @Test(.enabled(if: geteuid() == 0, "needs root, to become another account"))
  func `refuses another account, even with a valid link (CON-34)`() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    let body = "{\\\"link\\\":\\\"\(console.link)\\\"}"
    process.arguments = [
      "--reuid=65534", "--clear-groups", "/bin/bash", "-c",
      "exec 3<>/dev/tcp/127.0.0.1/\(console.port); printf \"POST /session HTTP/1.1\\r\\nHost: 127.0.0.1:\(console.port)\\r\\n"
        + "Sec-Fetch-Site: same-origin\\r\\nContent-Type: application/json\\r\\nContent-Length: 75\\r\\n\\r\\n\(body)\" >&3; cat <&3",
    ]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.hasPrefix("HTTP/1.1 403") && text.contains("peer.refused") && !text.contains("bearer"), "\(text)")
    // It is still good for its owner.
    _ = try console.enter()
  }

  @Test func `accepts a link once, and after 20 wrong ones refuses new sessions but serves open ones`() throws {
    let bearer = try console.enter()
    #expect(try console.ask("POST", "/session", body: "{\"link\":\"\(console.link)\"}").status == 401)
    for _ in 0..<19 {
      let guess = String(repeating: "0", count: 64)
      #expect(try console.ask("GET", "/api/1/today", bearer: guess).status == 401)
    }
    let answer = try console.ask("POST", "/session", body: "{\"link\":\"\(String(repeating: "1", count: 64))\"}")
    #expect(answer.status == 429 && answer.code == "tooMany")
    #expect(try console.ask("GET", "/api/1/today", bearer: bearer).status == 200)
  }

  @Test func `refuses every call without a bearer or with one that was deleted`() throws {
    for path in ["/api/1/today", "/api/1/events"] { #expect(try console.ask("GET", path).code == "session.unknown") }
    for path in ["/api/1/acts", "/api/1/elevate", "/api/1/passcode", "/api/1/links"] {
      #expect(try console.ask("POST", path, body: "{}").code == "session.unknown", "\(path)")
    }
    let bearer = try console.enter()
    #expect(try console.ask("DELETE", "/session", bearer: bearer).status == 200)
    #expect(try console.ask("GET", "/api/1/today", bearer: bearer).code == "session.unknown")
    // No secret is in a page, and no cookie is set.
    let shell = try console.ask("GET", "/", ["Sec-Fetch-Site": "none"])
    #expect(!shell.body.contains("Firefox") && !shell.head.lowercased().contains("set-cookie"))
  }

  // MARK: - Text from elsewhere

  @Test func `escapes a name that contains markup, direction controls or terminal sequences`() throws {
    let hostile = try FakeHost(page: "<img src=x onerror=alert(1)>\u{202E}\u{1B}[31m")
    let own = try ConsoleProcess(state: hostile.state)
    let answer = try own.ask("GET", "/api/1/today", ["Accept": "text/html"], bearer: try own.enter())
    #expect(answer.status == 200 && answer.body.contains("&lt;img") && !answer.body.contains("<img src=x"))
    #expect(!answer.body.contains("\u{202E}") && !answer.body.contains("\u{1B}"))
  }

  // MARK: - Acts

  @Test func `refuses every act of a reader (CON-35)`() throws {
    let own = try ConsoleProcess(state: host.state, ["--read-only", "--no-names"])
    let bearer = try own.enter()
    #expect(try own.ask("GET", "/api/1/today", bearer: bearer).status == 200)
    #expect(host.lines.contains { $0.contains("\"hidesNames\":true") })
    for kind in [
      "answer", "pick", "open", "close", "tap", "press", "consent", "revoke", "remove", "resetTokens", "withdrawItem",
      "ledger",
      "answerNotification", "clearNotification", "ask", "withdraw", "allow", "refuse", "endGrant", "rename", "file",
      "merge", "cancelChange", "delayChanges", "passcode", "push", "widget", "focus", "restart", "resend", "dismiss",
    ] {
      let answer = try own.ask("POST", "/api/1/acts", bearer: bearer, body: "{\"act\":\"a\",\"kind\":\"\(kind)\"}")
      #expect(answer.status == 403 && answer.code == "role.readOnly", "\(kind)")
    }
    #expect(
      try own.ask("POST", "/api/1/elevate", bearer: bearer, body: "{\"passcode\":\"123456\"}").code == "role.readOnly")
    #expect(
      try own.ask("POST", "/api/1/passcode", bearer: bearer, body: "{\"new\":\"123456\"}").code == "role.readOnly")
    #expect(host.lines.allSatisfy { !$0.contains("\"act\"") })
    // A link made by a reader is a reader's.
    let link = try #require(try own.ask("POST", "/api/1/links", bearer: bearer, body: "{}").member("link"))
    let second = try #require(try own.ask("POST", "/session", body: "{\"link\":\"\(link)\"}").member("bearer"))
    #expect(
      try own.ask("POST", "/api/1/acts", bearer: second, body: "{\"act\":\"a\",\"kind\":\"open\"}").code
        == "role.readOnly")
  }

  @Test func `refuses acts of the guardian without a proof, and acts that contain a passcode`() throws {
    let bearer = try console.enter()
    let answer = try console.ask(
      "POST", "/api/1/acts", bearer: bearer, body: #"{"act":"a","as":"guardian","kind":"open","family":"f"}"#)
    #expect(answer.status == 403 && answer.code == "guardian.needed")
    #expect(
      try console.ask("POST", "/api/1/acts", bearer: bearer, body: #"{"act":"a","kind":"passcode"}"#).status == 422)
    #expect(host.lines.allSatisfy { !$0.contains("\"act\"") })
  }

  @Test func `passes an act on as the console's, whatever it says, and returns the host's refusal code (CON-36)`()
    throws
  {
    let bearer = try console.enter()
    let done = try console.ask(
      "POST", "/api/1/acts", bearer: bearer, body: #"{"act":"a","by":"script","kind":"open","family":"f"}"#)
    #expect(done.status == 200 && done.member("outcome") == "done")
    let line = try #require(host.lines.last { $0.contains("\"call\":\"act\"") })
    let sent = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(sent?["with"] as? [String: String] == ["act": "a", "by": "console", "family": "f", "kind": "open"])
    let stale = try console.ask(
      "POST", "/api/1/acts", bearer: bearer, body: #"{"act":"b","kind":"tap","family":"old"}"#)
    #expect(stale.status == 409 && stale.code == "stale")
  }

  @Test(arguments: [
    ("{", 400), ("{\"kind\":\"open\",\"kind\":\"close\"}", 400), ("[]", 400), ("{}", 422), ("{\"kind\":1}", 422),
    ("{}{}", 400),
    ("{\"kind\":\"open\"}\n{\"id\":1,\"call\":\"act\"}", 400), ("\u{FEFF}{}", 400),
  ])
  func `refuses a body that is not strict JSON of the expected form (CON-38)`(body: String, status: Int) throws {
    let bearer = try console.enter()
    #expect(try console.ask("POST", "/api/1/acts", bearer: bearer, body: body).status == status)
    #expect(host.lines.allSatisfy { !$0.contains("\"act\"") })
  }

  @Test func `refuses the 61st act within a minute`() throws {
    let bearer = try console.enter()
    let client = {
      try self.console.ask("POST", "/api/1/acts", bearer: bearer, body: #"{"act":"a","kind":"open","family":"f"}"#)
        .status
    }
    for _ in 0..<60 { #expect(try client() == 200) }
    #expect(try client() == 429)
  }

  @Test func `reports that no host is running`() throws {
    let empty = NSTemporaryDirectory() + "sallyport-empty-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: empty) }
    let own = try ConsoleProcess(state: empty)
    let answer = try own.ask("GET", "/api/1/today", bearer: try own.enter())
    #expect(answer.status == 502 && answer.code == "host.gone")
  }

  @Test func `refuses unknown addresses and wrong methods`() throws {
    let bearer = try console.enter()
    for path in [
      "/nothing", "/api/1/nothing", "/api/1/item", "/../etc/passwd", "/api/2/today", "/today/", "/console.js",
    ] {
      #expect(try console.ask("GET", path, bearer: bearer).status == 404, "\(path)")
    }
    #expect(try console.ask("POST", "/api/1/today", bearer: bearer, body: "{}").status == 405)
    #expect(try console.ask("GET", "/api/1/acts", bearer: bearer).status == 405)
    #expect(try console.ask("GET", "/session", bearer: bearer).status == 405)
  }
}
