// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The calls for items, a window, the ledger and the schema.
@Suite struct ListCallTests {
  private let host: FakeHost
  private let console: ConsoleProcess

  init() throws {
    host = try FakeHost(page: "<img src=x onerror=alert(1)>\u{202E}")
    console = try ConsoleProcess(state: host.state)
  }

  private func sent(_ call: String) throws -> [String: Any]? {
    let line = host.lines.last { $0.contains("\"call\":\"\(call)\"") }
    return try line.flatMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }?["with"]
      as? [String: Any]
  }

  @Test func `items are listed as values, and drawn with their names as text`() throws {
    let bearer = try console.enter()
    let values = try console.ask("GET", "/api/1/items?text=tux%20%26", bearer: bearer)
    #expect(values.status == 200 && values.head.contains("application/json") && values.body.contains("\"items\":["))
    #expect(try sent("items")?["text"] as? String == "tux &")
    let drawn = try console.ask("GET", "/api/1/items", ["Accept": "text/html"], bearer: bearer)
    #expect(drawn.status == 200 && drawn.body.contains("&lt;img") && !drawn.body.contains("<img"))
    #expect(!drawn.body.contains("\u{202E}") && drawn.body.contains("<caption>"))
    #expect(try sent("items")?["text"] as? String == "")
  }

  @Test func `a parameter that a call does not have is refused, and so is one that is there twice (CON-38)`() throws {
    let bearer = try console.enter()
    for path in ["items?name=x", "items?text=a&text=b", "items?text=\(String(repeating: "a", count: 513))", "window"] {
      let answer = try console.ask("GET", "/api/1/" + path, bearer: bearer)
      #expect(answer.status == 422 && answer.code == "schema", "\(path)")
    }
    for body in ["{}", #"{"from":"2026-11-01"}"#, #"{"from":"2026-11-01","to":"2026-11-02","family":"f"}"#] {
      #expect(try console.ask("POST", "/api/1/export", bearer: bearer, body: body).status == 422, "\(body)")
    }
    #expect(host.lines.allSatisfy { !$0.contains("\"items\"") && !$0.contains("\"export\"") })
  }

  @Test func `the ledger is exported as NDJSON`() throws {
    let bearer = try console.enter()
    let answer = try console.ask(
      "POST", "/api/1/export", bearer: bearer, body: #"{"from":"2026-11-01","to":"2026-11-02"}"#)
    #expect(answer.status == 200 && answer.head.contains("application/x-ndjson"))
    #expect(answer.body == "{\"seq\":1}\n{\"seq\":2}\n")
    #expect(try sent("export") as? [String: String] == ["from": "2026-11-01", "to": "2026-11-02"])
  }

  @Test func `a reader exports nothing, and a link without names lists nothing (CON-35)`() throws {
    let reader = try ConsoleProcess(state: host.state, ["--read-only"])
    let bearer = try reader.enter()
    let export = try reader.ask(
      "POST", "/api/1/export", bearer: bearer, body: #"{"from":"2026-11-01","to":"2026-11-02"}"#)
    #expect(export.status == 403 && export.code == "role.readOnly")
    #expect(try reader.ask("GET", "/api/1/items", bearer: bearer).status == 200)
    let nameless = try ConsoleProcess(state: host.state, ["--no-names"])
    let other = try nameless.enter()
    for path in ["items", "window?family=f"] {
      let answer = try nameless.ask("GET", "/api/1/" + path, bearer: other)
      #expect(answer.status == 403 && !answer.body.contains("img"), "\(path)")
    }
  }

  @Test func `every list needs a bearer`() throws {
    for path in ["items", "window?family=f", "schema"] {
      #expect(try console.ask("GET", "/api/1/" + path).code == "session.unknown", "\(path)")
    }
    #expect(try console.ask("POST", "/api/1/export", body: "{}").code == "session.unknown")
  }

  @Test func `the schema names every call, and its own copy is the one in docs (CON-38)`() throws {
    let answer = try console.ask("GET", "/api/1/schema", bearer: try console.enter())
    #expect(answer.status == 200 && answer.head.contains("application/schema+json"))
    let file = try String(contentsOfFile: RealHost.root + "/docs/schema/console-1.json", encoding: .utf8)
    #expect(answer.body == file)
    let schema = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
    let calls = try #require(schema?["properties"] as? [String: Any])
    for call in ["acts", "elevate", "passcode", "links", "export"] { #expect(calls["POST /api/1/\(call)"] != nil) }
    for call in ["today", "requests", "item/{subject}", "schema", "events?after={number}"] {
      #expect(calls["GET /api/1/\(call)"] != nil, "\(call)")
    }
  }

  @Test(.enabled(if: RealHost.isBuilt, "needs the built host and example extensions"))
  func `a running host lists its items, shows a window, and enters an export in its ledger`() throws {
    let host = try RealHost(person: "adult")
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let bearer = try console.enter()
    func get(_ path: String, _ fields: [String: String?] = [:]) throws -> RawAnswer {
      try console.ask("GET", "/api/1/" + path, fields, bearer: bearer)
    }
    #expect(try get("items?text=TUX").body.contains("\"supertux2\""))
    #expect(try get("window?family=limits").status == 404)
    #expect(
      try console.ask("POST", "/api/1/acts", bearer: bearer, body: #"{"act":"a","kind":"open","family":"limits"}"#)
        .status == 200)
    let end = ContinuousClock.now + .seconds(60)
    while try get("window?family=limits").status != 200, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.1)
    }
    let window = try get("window?family=limits")
    #expect(window.body.contains("\"controls\":[") && window.body.contains("\"tree\":"), "\(window.body)")
    let drawn = try get("window?family=limits", ["Accept": "text/html"])
    #expect(drawn.status == 200 && drawn.body.contains("<figure class=\"surface\">"), "\(drawn.body.prefix(300))")
    let exported = try console.ask(
      "POST", "/api/1/export", bearer: bearer, body: #"{"from":"2020-01-01","to":"2199-01-01"}"#)
    let last = try #require(exported.body.split(separator: "\n").last)
    let line = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    #expect((line?["entry"] as? [String: Any])?["kind"] as? String == "export", "\(last)")
    // The command over the same running host gives the same lines and its own entry.
    let command = try host.command("ledger", "export")
    #expect(command.status == 0 && command.text.hasPrefix(exported.body), "\(command.text)")
    #expect(try console.ask("POST", "/api/1/export", bearer: bearer, body: #"{"from":"x","to":"y"}"#).status == 422)
  }
}
