// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Testing

@testable import ConsoleServer

/// The codes of errors that no other suite names.
@Suite(.serialized) struct ErrorCodeTests {
  @Test func `a wrong address, method, type or length has a code of its own (CON-36)`() throws {
    let host = try FakeHost()
    let console = try ConsoleProcess(state: host.state)
    let bearer = try console.enter()
    #expect(try console.ask("GET", "/nothing", bearer: bearer).code == "notFound")
    #expect(try console.ask("POST", "/api/1/today", bearer: bearer, body: "{}").code == "method")
    let form = try console.ask("POST", "/api/1/acts", ["Content-Type": "text/plain"], bearer: bearer, body: "{}")
    #expect(form.code == "type")
    let client = try RawClient(port: console.port)
    client.send("POST /session HTTP/1.1\r\nHost: 127.0.0.1:\(console.port)\r\nContent-Length: 100000\r\n\r\n")
    #expect(client.answer().code == "tooLarge")
  }

  @Test func `an internal error of the console is reported without its details (CON-36)`() async throws {
    let board = ChangeBoard()
    let sessions = Sessions()
    let (token, _) = try sessions.enter(sessions.makeLink(.person, hidesNames: false))
    let api = ConsoleAPI(
      host: HostLink(state: "/nonexistent"), sessions: sessions, board: board,
      passcodes: PasscodeHelper(program: "/bin/false", state: "/nonexistent"), gate: Gate(), port: { 1 })
    var head = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:1", path: "/api/1/acts")
    head.headerFields[.contentType] = "application/json"
    head.headerFields[.authorization] = "Bearer " + token
    head.headerFields[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "same-origin"
    // No connection lets a body of this length through.
    let body = RequestBody(buffer: ByteBuffer(repeating: 0x20, count: HeadGuard.mostBodyBytes + 1))
    let response = await api.respond(to: Request(head: head, body: body))
    #expect(response.status.code == 500)
    let text = ErrorBody(code: "internal", says: "The console failed; the host still runs.").json
    #expect(response.body.contentLength == text.utf8.count)
  }

  @Test(.enabled(if: RealHost.isBuilt, "needs the built host and example extensions"))
  func `after five wrong passcodes the account waits, and a page learns how long (CON-18)`() throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let bearer = try console.enter()
    func elevate(_ passcode: String) throws -> RawAnswer {
      try console.ask("POST", "/api/1/elevate", bearer: bearer, body: "{\"passcode\":\"\(passcode)\"}")
    }
    #expect(
      try console.ask("POST", "/api/1/passcode", bearer: bearer, body: #"{"new":"correct horse"}"#).status == 200)
    for number in 0..<5 {
      let wrong = try elevate("wrong horse \(number)")
      #expect(wrong.status == 403 && wrong.code == "guardian.needed", "\(wrong.body)")
    }
    let locked = try elevate("correct horse")
    #expect(locked.status == 403 && locked.code == "guardian.locked", "\(locked.body)")
    #expect(locked.body.contains("min") || locked.body.contains(" s"))
  }
}
