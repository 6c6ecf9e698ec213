// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeStore
import Testing

/// Callbacks that failed stay listed with their request until the operator sends them again or dismisses them.
@Suite struct UndeliveredTests {
  @Test func `lists a failed callback with its request, sends it again as repeated, and dismisses it (C5)`() throws {
    let families = try ScriptFamilies()
    try families.add("fragile", requests: ["settings"])
    #expect(try families.run().status == 0)
    func sallyport(_ arguments: String...) throws -> HostProgram.Finished {
      try HostProgram.run(
        arguments + ["--state", families.state, "--programs", families.scratch.path + "/programs"])
    }
    func undelivered() throws -> [[String: Any]] {
      let listed = try sallyport("undelivered", "fragile", "--format", "json")
      return try #require(JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
    }
    let failed = try undelivered()
    #expect(failed.count == 4)
    #expect(failed.allSatisfy { $0["outcome"] as? String == "failed" && $0["reason"] as? String == "poison" })
    let number = try #require(failed.first?["number"] as? Int)

    // The request is the one that the extension got, in the form that `call` takes.
    let request = try sallyport("undelivered", "fragile", "--request", "\(number)")
    let params = try #require(JSONSerialization.jsonObject(with: Data(request.output.utf8)) as? [String: Any])
    #expect(Set(params.keys) == ["arguments", "delivery", "snapshot"])
    let file = try families.scratch.write(request.output, to: "request.json")
    let called = try HostProgram.run(
      ["call", "fragile.monitor", "intervalDidStart", "--json", "@" + file, "--manifests", families.manifests])
    #expect(called.status == 1 && (called.output + called.complaints).contains("signal"), "\(called)")
    #expect(request.complaints.contains("sallyport call fragile.monitor intervalDidStart --json @file"))

    #expect(try sallyport("reset", "fragile.monitor").status == 0)
    let resent = try sallyport("resend", "fragile", "\(number)")
    #expect(resent.status == 0 && resent.complaints.contains("applied, reply.ok"), "\(resent)")
    #expect(try undelivered().count == 3)
    let again = try sallyport("resend", "fragile", "\(number)")
    #expect(again.status == 1 && again.complaints.contains("was applied"), "\(again)")
    let unknown = try sallyport("dismiss", "fragile", "4711")
    #expect(unknown.status == 2 && unknown.complaints.contains("does not exist"), "\(unknown)")

    #expect(try sallyport("dismiss", "fragile", "--all").status == 0)
    #expect(try undelivered().isEmpty)
    let facts = try StateFacts(families.state)
    let ends = facts.deliveries.filter { $0.point == "monitor" }.compactMap(\.settlement).map {
      "\($0.outcome) \($0.reason)"
    }
    #expect(
      ends == ["dropped delivery.resent"] + Array(repeating: "dropped delivery.dismissed", count: 3)
        + ["applied reply.ok"])
    // Its story has the attempts of both sendings, and its number once.
    let story = try families.explain("callback", "fragile", "day").filter { $0["sequence"] as? Int == number }
    #expect(story.count == 1)
    #expect(story.first?["cause"] as? String == "repeated" && story.first?["outcome"] as? String == "applied")
    #expect((story.first?["attempts"] as? [Any])?.count == 3)
  }
}
