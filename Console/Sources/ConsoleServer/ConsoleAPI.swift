// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Pages

/// Answers the requests of pages. The checks are in a fixed order, and the first that fails answers.
struct ConsoleAPI: Sendable {
  let host: HostLink
  let sessions: Sessions
  let board: ChangeBoard
  let passcodes: PasscodeHelper
  let gate: Gate
  let shell = Shell()
  let port: @Sendable () -> Int
  private var codec: JSONCodec { JSONCodec(limits: LineLimits(lineBytes: HeadGuard.mostBodyBytes)) }

  init(
    host: HostLink, sessions: Sessions, board: ChangeBoard, passcodes: PasscodeHelper, gate: Gate,
    port: @escaping @Sendable () -> Int
  ) {
    self.host = host
    self.sessions = sessions
    self.board = board
    self.passcodes = passcodes
    self.gate = gate
    self.port = port
  }

  func respond(to request: Request) async -> Response {
    do {
      try checkOrigin(request)
      let target = try Target(request)
      try checkForm(request, target)
      return try await answer(request, target)
    } catch let refusal as Refusal {
      return refusal.response
    } catch {
      return Refusal(500, "internal", "The console failed; the host still runs.").response
    }
  }

  // MARK: - Checks

  private func checkOrigin(_ request: Request) throws(Refusal) {
    let own = "127.0.0.1:\(port())"
    guard request.head.authority == own else {
      throw Refusal(421, "host.wrong", "This server answers only to http://\(own).")
    }
    let origins = request.headers[values: .origin]
    guard origins.isEmpty || origins == ["http://\(own)"] else {
      throw Refusal(403, "origin.refused", "Pages of other sites may not send requests.")
    }
    let isPage = request.method == .get && PageAddress(path: request.uri.path) != nil || request.uri.path == "/"
    let sites = request.headers[values: .secFetchSite]
    guard sites == ["same-origin"] || isPage && sites == ["none"] else {
      throw Refusal(403, "origin.refused", "Only pages of this console may send requests.")
    }
  }

  private func checkForm(_ request: Request, _ target: Target) throws(Refusal) {
    guard target.methods.contains(request.method) else {
      throw Refusal(405, "method", "Use \(target.methods.map(\.rawValue).joined(separator: " or ")) here.")
    }
    guard request.method == .post else { return }
    guard request.headers[values: .contentType] == ["application/json"] else {
      throw Refusal(415, "type", "Send application/json.")
    }
  }

  private func bearer(_ request: Request) throws(Refusal) -> (token: String, rights: Sessions.Bearer) {
    let fields = request.headers[values: .authorization]
    guard let field = fields.first, fields.count == 1, field.hasPrefix("Bearer "), field.utf8.count == 71 else {
      throw .noSession
    }
    let token = String(field.dropFirst(7))
    do {
      return (token, try sessions.bearer(token))
    } catch {
      throw Refusal(error)
    }
  }

  private func body(_ request: Request) async throws -> WireObject {
    var request = request
    let bytes = try await request.collectBody(upTo: HeadGuard.mostBodyBytes)
    let value: WireValue
    do throws(LineViolation) {
      value = try codec.decode(Array(bytes.readableBytesView))
    } catch {
      throw Refusal(400, "request.malformed", "The body is not strict JSON: \(error)")
    }
    guard case .object(let object) = value else { throw Refusal(422, "schema", "The body is an object.", pointer: "") }
    return object
  }

  /// Reads the text members of a body, which may have no other members.
  func texts(
    _ object: WireObject, _ names: [String], beside others: [String] = []
  ) throws(Refusal) -> [String] {
    for member in object.members where !(names + others).contains(member.name) {
      throw Refusal(422, "schema", "“\(member.name)” is not a member of this request.", pointer: "/\(member.name)")
    }
    var texts: [String] = []
    for name in names {
      guard case .string(let text)? = object[name], text.utf8.count <= 512 else {
        throw Refusal(422, "schema", "“\(name)” is a text.", pointer: "/\(name)")
      }
      texts.append(text)
    }
    return texts
  }

  // MARK: - Answers

  private func answer(_ request: Request, _ target: Target) async throws -> Response {
    switch target {
    case .shell: return Response(.ok, "text/html; charset=utf-8", shell.html)
    case .script: return Response(.ok, "text/javascript; charset=utf-8", shell.script)
    case .style: return Response(.ok, "text/css; charset=utf-8", shell.style)
    case .session:
      guard request.method == .post else {
        sessions.leave(try bearer(request).token)
        return Response(.ok, json: "{}")
      }
      let link = try texts(try await body(request), ["link"])[0]
      do {
        let (token, bearer) = try sessions.enter(link)
        // The host takes calls from its own user only, so a console that reaches it is at the level `self`.
        return Response(
          .ok,
          json:
            "{\"apis\":[1],\"bearer\":\(ErrorBody.quoted(token)),\"level\":\"self\",\"role\":\"\(bearer.role.rawValue)\"}"
        )
      } catch {
        throw Refusal(error)
      }
    case .page(let address):
      let rights = try bearer(request).rights
      return try await page(address, rights, isHTML: isHTML(request))
    case .events:
      _ = try bearer(request)
      return try events(after: request.uri.queryParameters["after"].flatMap { Int64($0) })
    case .elevate:
      let (token, rights) = try bearer(request)
      let passcode = try texts(try await body(request), ["passcode"])[0]
      try requirePerson(rights)
      return try await elevate(token, passcode)
    case .passcode:
      let (token, rights) = try bearer(request)
      let order = try await body(request)
      return try await changePasscode(order, rights, token)
    case .links:
      let rights = try bearer(request).rights
      _ = try await texts(try body(request), [])
      return Response(
        .ok, json: "{\"link\":\(ErrorBody.quoted(sessions.makeLink(rights.role, hidesNames: rights.hidesNames)))}")
    case .items: return try await items(request, try bearer(request).rights)
    case .window: return try await window(request, try bearer(request).rights)
    case .schema:
      _ = try bearer(request)
      return Response(.ok, "application/schema+json", Array(ConsoleSchema.text.utf8))
    case .export:
      let (token, rights) = try bearer(request)
      let days = try texts(try await body(request), ["from", "to"])
      try requirePerson(rights)
      try countAct(token)
      return try await export(from: days[0], to: days[1])
    case .acts:
      let (token, rights) = try bearer(request)
      let order = try await body(request)
      try requirePerson(rights)
      try countAct(token)
      return try await act(order, token)
    }
  }

  func requirePerson(_ rights: Sessions.Bearer) throws(Refusal) {
    guard rights.role == .person else { throw Refusal(403, "role.readOnly", "This link is read-only.") }
  }

  func countAct(_ token: String) throws(Refusal) {
    guard let seconds = sessions.countAct(token) else { return }
    throw Refusal(
      429, "tooMany", "A page may send at most \(Sessions.actsAMinute) acts per minute.", retryAfter: seconds)
  }

  private func page(_ address: PageAddress, _ rights: Sessions.Bearer, isHTML: Bool) async throws -> Response {
    // A change after this one is not in the page, so its stream begins here.
    let number = board.number
    let bytes = try await coded(address, hidesNames: rights.hidesNames)
    guard isHTML else { return Response(.ok, "application/json", bytes).after(number) }
    let model = try decoded(bytes)
    return Response(.ok, "text/html; charset=utf-8", Array(PageTemplate(.console).content(of: model).utf8))
      .after(number)
  }

  func page(_ address: PageAddress, hidesNames: Bool) async throws -> Page {
    try decoded(await coded(address, hidesNames: hidesNames))
  }

  private func coded(_ address: PageAddress, hidesNames: Bool) async throws -> [UInt8] {
    let parameters: WireValue = ["hidesNames": .bool(hidesNames), "path": .string(address.path)]
    let answer = try value(await host.call("page", parameters))
    guard case .object(let members) = answer, let page = members["page"] else { throw Refusal.hostGone }
    return Self.long.encode(page)
  }

  private func decoded(_ bytes: [UInt8]) throws(Refusal) -> Page {
    do {
      return try JSONDecoder().decode(Page.self, from: Data(bytes))
    } catch {
      throw Refusal(502, "host.gone", "The running host is another build; start the console of that build.")
    }
  }

  private func act(_ order: WireObject, _ token: String) async throws -> Response {
    guard case .string(let kind)? = order["kind"] else {
      throw Refusal(422, "schema", "“kind” is the name of an act.", pointer: "/kind")
    }
    // An act never contains a passcode; `sallyport passcode` makes its verifier.
    guard kind != "passcode" else { throw Refusal(422, "schema", "Use /api/1/passcode.", pointer: "/kind") }
    // The page does not say who it is.
    var order = order
    order["by"] = "console"
    var parameters: WireValue = .object(order)
    if order["as"] == "guardian" {
      guard let proof = sessions.proof(token, isGrave: ["revoke", "remove"].contains(kind)) else {
        throw Refusal(403, "guardian.needed", "Only the guardian may do this; enter the passcode.")
      }
      parameters = ["order": .object(order), "proof": .string(proof)]
    }
    let answer = try value(await host.call("act", parameters))
    guard case .object(let members) = answer, case .string(let outcome)? = members["outcome"] else {
      throw Refusal.hostGone
    }
    var json = "{\"outcome\":\(ErrorBody.quoted(outcome))"
    if case .string(let says)? = members["says"] { json += ",\"says\":\(ErrorBody.quoted(says))" }
    for name in ["until", "change"] {
      if case .integer(let number)? = members[name] { json += ",\"\(name)\":\(number)" }
    }
    return Response(.ok, json: json + "}")
  }

  func value(_ answer: HostLink.Answer) throws(Refusal) -> WireValue {
    switch answer {
    case .ok(let value): return value
    case .gone: throw .hostGone
    case .error(let code, let says): throw Refusal(Refusal.status(ofHost: code), code, says)
    }
  }

  // MARK: - Events

  private func events(after: Int64?) throws(Refusal) -> Response {
    guard gate.enterStream() else { throw Refusal(503, "tooMany", "Too many pages are open.") }
    let first = after ?? board.number
    let (board, gate) = (board, gate)
    return Response(
      status: .ok, headers: Response.fields("text/event-stream"),
      body: ResponseBody { writer in
        defer { gate.leaveStream() }
        var known = first
        // The number is from an earlier console.
        if known > board.number {
          known = board.number
          try await writer.write(ByteBuffer(string: "id: \(known)\nevent: reload\ndata: {}\n\n"))
        } else {
          try await writer.write(ByteBuffer(string: ": open\n\n"))
        }
        while !Task.isCancelled {
          await board.wait(beyond: known, atMost: .seconds(15))
          let number = board.number
          guard number > known else {
            try await writer.write(ByteBuffer(string: ":\n\n"))
            continue
          }
          known = number
          try await writer.write(
            ByteBuffer(string: "id: \(known)\ndata: {\"host\":\(board.isHostThere),\"pages\":[\"*\"]}\n\n"))
          // The first change is sent at once, then at most four per second.
          try await Task.sleep(for: .milliseconds(250))
        }
        try await writer.finish(nil)
      })
  }
}
