// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Acts of a page that is out of date, over a running host.
@Suite(.enabled(if: RealHost.isBuilt, "needs the built host and example extensions")) struct StaleActTests {
  @Test func `a tap on a window that has changed, and a second answer to a prompt, do nothing`() throws {
    let host = try RealHost(person: "adult")
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let bearer = try console.enter()
    func act(_ body: String) throws -> RawAnswer { try console.ask("POST", "/api/1/acts", bearer: bearer, body: body) }
    func page(_ path: String) throws -> String {
      try console.ask("GET", "/api/1" + path, ["Accept": "text/html"], bearer: bearer).body
        .replacing("&quot;", with: "\"")
    }
    #expect(try act(#"{"act":"a","kind":"open","family":"limits"}"#).status == 200)
    let end = ContinuousClock.now + .seconds(30)
    while try page("/requests").contains("Limits</bdi> asks") == false, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.1)
    }
    let prompt = try #require(try page("/requests").firstMatch(of: /"prompt":(\d+),"yes":false/)).output.1
    func answer(_ name: String, _ yes: Bool) throws -> RawAnswer {
      try act(#"{"act":"\#(name)","kind":"answer","prompt":\#(prompt),"yes":\#(yes)}"#)
    }
    #expect(try answer("b", false).status == 200)
    // The same act again has the same result, another content under its name is refused, and another act comes too late.
    #expect(try answer("b", false).status == 200)
    #expect(try answer("b", true).code == "act.reused")
    #expect(try answer("c", true).code == "conflict.settled")
    #expect(try page("/family/limits").contains("It is not allowed."))
    while try page("/family/limits").contains("Add a limit") == false, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.1)
    }
    let button = try #require(try page("/family/limits").firstMatch(of: /"action":(\d+)[^}]*"tree":(\d+)/)).output
    func tap(_ name: String, _ tree: Int) throws -> RawAnswer {
      try act(#"{"act":"\#(name)","kind":"tap","family":"limits","tree":\#(tree),"action":\#(button.1)}"#)
    }
    let tree = try #require(Int(button.2))
    let old = try tap("d", tree + 1)
    #expect(old.status == 409 && old.code == "stale", "\(old.body)")
    #expect(try tap("e", tree).status == 200)
  }
}
