// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Acts of a person over the console's API, in a running host.
@Suite(.serialized, .enabled(if: RealHost.isBuilt, "needs the built host and example extensions"))
struct ConsoleActTests {
  private struct Visit {
    let host: RealHost
    let console: ConsoleProcess
    let bearer: String

    init(person: String) throws {
      host = try RealHost(person: person)
      console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
      bearer = try console.enter()
    }

    func post(_ path: String, _ body: String) throws -> RawAnswer {
      try console.ask("POST", "/api/1/" + path, bearer: bearer, body: body)
    }

    func page(_ path: String) throws -> String {
      try console.ask("GET", "/api/1" + path, ["Accept": "text/html"], bearer: bearer).body
        .replacing("&quot;", with: "\"")
    }
  }

  @Test
  func
    `the passcode is set, changed, replaced and removed, and each change asks for what it replaces (CON-17, CON-19)`()
    throws
  {
    let visit = try Visit(person: "child")
    let set = try visit.post("passcode", #"{"which":"set","new":"first horse"}"#)
    let code = try #require(set.member("recovery")?.split(separator: " ").last.map(String.init), "\(set.body)")
    #expect(try visit.post("elevate", #"{"passcode":"first horse"}"#).status == 200)
    // The proof that was just given is not enough.
    for body in [
      #"{"which":"change","passcode":"wrong horse","new":"second horse"}"#,
      #"{"which":"remove","passcode":"wrong horse"}"#,
    ] {
      let refused = try visit.post("passcode", body)
      #expect(refused.status == 409 && refused.body.contains("The passcode is not right."), "\(refused.body)")
    }
    let changed = try visit.post("passcode", #"{"which":"change","passcode":"first horse","new":"second horse"}"#)
    #expect(changed.status == 200 && changed.member("recovery") == nil, "\(changed.body)")
    // The proof of the one before is forgotten, so it costs no try.
    let act = try visit.post("acts", #"{"act":"a","as":"guardian","kind":"ledger","on":false}"#)
    #expect(act.status == 403 && act.code == "guardian.needed")
    let replaced = try visit.post("passcode", "{\"which\":\"recover\",\"code\":\"\(code)\",\"new\":\"third horse\"}")
    #expect(replaced.status == 200 && replaced.member("recovery")?.contains(code) == false, "\(replaced.body)")
    // A code works once.
    let again = try visit.post("passcode", "{\"which\":\"recover\",\"code\":\"\(code)\",\"new\":\"fourth horse\"}")
    #expect(again.status == 409 && again.code == "refused")
    #expect(try visit.page("/device").contains("data-passcode=\"remove\""))
    #expect(try visit.post("passcode", #"{"which":"remove","passcode":"third horse"}"#).status == 200)
    #expect(try visit.page("/device").contains("data-passcode=\"set\""))
    let entries = try visit.host.command("ledger", "entries").text
    for how in ["set", "changed", "replaced with the recovery code", "removed", "given wrongly"] {
      #expect(entries.contains("The passcode was \(how)."), "\(how)")
    }
    #expect(!entries.contains("horse") && !visit.host.log.contains("horse"))
  }

  @Test func `a refusal in the console is recorded, and an unanswered console approves nothing (CON-2)`()
    throws
  {
    let visit = try Visit(person: "adult")
    #expect(try visit.post("acts", #"{"act":"a","kind":"open","family":"limits"}"#).status == 200)
    let end = ContinuousClock.now + .seconds(30)
    while try visit.page("/requests").contains("Limits</bdi> asks") == false, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.1)
    }
    // Reading and leaving the page answer nothing.
    for _ in 0..<5 { _ = try visit.page("/requests") }
    #expect(try visit.page("/families").contains("not decided"))
    let prompt = try #require(try visit.page("/requests").firstMatch(of: /"prompt":(\d+),"yes":false/)).output.1
    let no = try visit.post("acts", "{\"act\":\"b\",\"kind\":\"answer\",\"prompt\":\(prompt),\"yes\":false}")
    #expect(no.status == 200, "\(no.body)")
    let entries = try visit.host.command("ledger", "entries").text
    #expect(entries.contains("You did not let Limits manage Screen Time (individual)."), "\(entries)")
    #expect(entries.contains("the owner, in the console"), "\(entries)")
  }

  @Test func `a change that waits says until when and how to cancel it (CON-5)`() throws {
    let visit = try Visit(person: "adult")
    #expect(
      try visit.post("acts", #"{"act":"a","kind":"delayChanges","seconds":172800}"#).member("outcome") == "done")
    let waits = try visit.post("acts", #"{"act":"b","kind":"delayChanges","seconds":3600}"#)
    #expect(waits.member("outcome") == "waiting" && waits.body.contains("\"change\":1"), "\(waits.body)")
    #expect(waits.body.firstMatch(of: /"until":\d{13}/) != nil && waits.body.contains("changes --cancel 1"))
    #expect(try visit.page("/requests").contains("what opens something waits 1 h"))
    #expect(try visit.post("acts", #"{"act":"c","kind":"cancelChange","change":1}"#).status == 200)
    #expect(try visit.post("acts", #"{"act":"d","kind":"cancelChange","change":1}"#).code == "conflict.settled")
  }
}
