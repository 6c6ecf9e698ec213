// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Attacks with connections: peers that don't read, don't leave, or say more than one request may.
@Suite struct ConnectionAttackTests {
  private let host: FakeHost
  private let console: ConsoleProcess

  init() throws {
    host = try FakeHost()
    console = try ConsoleProcess(state: host.state)
  }

  /// Waits until the console has closed all connections but `most`.
  private func waitForConnections(_ most: Int, within time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    // The kernel's table may leave out a row while others come and go, so one reading proves nothing.
    var readings = 0
    while readings < 4 {
      readings = console.connections > most ? 0 : readings + 1
      guard ContinuousClock.now < end else { return false }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return true
  }

  @Test func `closes the connection of a peer that does not read its replies`() throws {
    let page = try console.ask("GET", "/", ["Sec-Fetch-Site": "none"])
    let script = try #require(page.body.firstMatch(of: /\/console-[0-9a-f]+\.js/)).output
    let request = console.text("GET", String(script))
    let whole = try console.ask("GET", String(script)).body.utf8.count
    #expect(waitForConnections(0, within: .seconds(60)))
    let client = try RawClient(port: console.port, receiveBuffer: 1)
    // The console stops reading too, so this may block until it closes the connection.
    let (descriptor, bytes) = (client.descriptor, Array(String(repeating: request, count: 1_000).utf8))
    Thread.detachNewThread {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
    // The kernel counted the connection when it was made, so none means that the console closed it: long before the ten
    // seconds after which any idle connection is closed.
    #expect(waitForConnections(0, within: .seconds(8)))
    #expect(try console.ask("GET", "/", ["Sec-Fetch-Site": "none"]).status == 200)
    #expect(client.rest() < 1_000 * whole)
  }

  @Test func `closes a stream whose peer reads nothing`() throws {
    let bearer = try console.enter()
    let stream = try RawClient(port: console.port, receiveBuffer: 1)
    stream.send(console.text("GET", "/api/1/events", bearer: bearer))
    let end = ContinuousClock.now + .seconds(60)
    while console.connections < 1, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.05) }
    while !waitForConnections(0, within: .milliseconds(300)), ContinuousClock.now < end { host.change() }
    #expect(waitForConnections(0, within: .seconds(1)))
    #expect(try console.ask("GET", "/api/1/today", bearer: bearer).status == 200)
  }

  @Test func `refuses the 201st connection while all others have made a request, and closes idle ones`() throws {
    var kept = try (0..<200).map { _ in try RawClient(port: console.port) }
    for client in kept {
      client.send(console.text("GET", "/", ["Sec-Fetch-Site": "none"]))
      #expect(client.answer().status == 200)
    }
    let began = ContinuousClock.now
    #expect(try RawClient(port: console.port).answer().status == 503)
    kept.removeLast()
    while try console.ask("GET", "/", ["Sec-Fetch-Site": "none"]).status != 200 {
      try #require(ContinuousClock.now - began < .seconds(5), "the place of the one that left was not given away")
    }
    for client in kept { #expect(client.some() == nil) }
    #expect(ContinuousClock.now - began < .seconds(14))
  }

  @Test func `closes a connection whose body does not arrive, and a stream on which more is sent`() throws {
    let bearer = try console.enter()
    let stream = try RawClient(port: console.port)
    stream.send(console.text("GET", "/api/1/events", bearer: bearer))
    var text = ""
    while !text.contains(": open") { text += try #require(stream.some()) }
    stream.send(console.text("GET", "/api/1/today", bearer: bearer))
    #expect(stream.some() == nil)
    let slow = try RawClient(port: console.port)
    slow.send(console.text("POST", "/session", ["Content-Length": "100"], body: "{\"link\":"))
    #expect(slow.answer().status == 408)
  }

  // MARK: - Passcodes

  @Test func `checks one passcode at a time, and refuses the tenth that waits`() throws {
    let program = host.state + "/checker"
    try "#!/bin/sh\nsleep 0.2\necho 'sallyport: It is not right.' >&2\nexit 1\n"
      .write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let own = try ConsoleProcess(state: host.state, sallyport: program)
    let bearer = try own.enter()
    let clients = try (0..<12).map { _ in try RawClient(port: own.port) }
    for client in clients {
      client.send(own.text("POST", "/api/1/elevate", bearer: bearer, body: #"{"passcode":"123456"}"#))
    }
    let codes = clients.map { $0.answer().code }
    #expect(codes.count { $0 == "busy" } == 3 && codes.count { $0 == "guardian.needed" } == 9, "\(codes)")
  }

  @Test func `refuses a passcode of two lines and a body with another member (CON-38)`() throws {
    let bearer = try console.enter()
    for (path, body) in [
      ("elevate", #"{"passcode":"a\nb"}"#), ("passcode", #"{"new":"a\nb"}"#),
      ("passcode", #"{"which":"remove","passcode":"a\nb"}"#), ("passcode", #"{"which":"forget","passcode":"a"}"#),
      ("passcode", #"{"which":"change","new":"123456"}"#),
      ("passcode", #"{"which":"remove","passcode":"123456","new":"123456"}"#), ("passcode", #"{"which":1,"new":"a"}"#),
    ] {
      let answer = try console.ask("POST", "/api/1/" + path, bearer: bearer, body: body)
      #expect(answer.status == 422 && answer.code == "schema", "\(path)")
    }
    for (path, body) in [
      ("/api/1/elevate", #"{"passcode":"123456","role":"guardian"}"#), ("/api/1/links", #"{"role":"person"}"#),
      ("/session", #"{"link":"0","role":"person"}"#),
    ] {
      #expect(try console.ask("POST", path, bearer: bearer, body: body).status == 422, "\(path)")
    }
  }
}
