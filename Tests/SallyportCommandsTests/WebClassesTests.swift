// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `run --web-classes`: a list of websites by class, which files them under categories (LIVE-ID4).
@Suite struct WebClassesTests {
  private static let start: Int64 = 1_792_400_400_000

  /// Half an hour on a website.
  private func use(_ place: String) throws -> String {
    let lines = ["\"kind\":\"app\",\"id\":\"org.mozilla.firefox\"", "\"kind\":\"web\",\"id\":\"www.play.example\""]
      .map {
        """
        {"v":1,"source":"replay","stream":"replay/a",\($0),"start":\(Self.start),"end":\(Self.start + 1_800_000),\
        "resolution":1000}

        """
      }
    try Data(lines.joined().utf8).write(to: URL(filePath: place + "/use.ndjson"))
    return place + "/use.ndjson"
  }

  private func run(classes: String, _ extra: [String] = []) throws -> (SallyportProgram.Finished, state: String) {
    let place = SallyportProgram.scratch + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data(classes.utf8).write(to: URL(filePath: place + "/classes.json"))
    let finished = try SallyportProgram.run(
      [
        "run", try use(place), "--web-classes", place + "/classes.json", "--manifests",
        SallyportProgram.root + "/manifests", "--family", "scribe", "--approve-all", "--state", place + "/state",
      ] + extra)
    return (finished, place + "/state")
  }

  @Test(arguments: [
    (#"{"games":["play.example"],"doh":["www.play.example"]}"#, "Games"),
    (#"{"news":["PLAY.example"]}"#, "Information & Reading"), (#"{"news":["other.example"]}"#, "Other"),
    ("{}", "Other"),
  ])
  func `a website is filed under the category of its class`(_ classes: String, _ category: String) throws {
    let (finished, state) = try run(classes: classes)
    #expect(finished.status == 0, "\(finished.complaints)")
    let page = try SallyportProgram.run("overview", "item/site:www.play.example", "--state", state)
    #expect(page.output.contains("filed under \(category)."), "\(page.output) \(page.complaints)")
  }

  @Test(arguments: [
    ("[]", "is not a JSON object"), (#"{"games":"play.example"}"#, "is not a JSON object"),
    (#"{"games":["play.example","a b"]}"#, "the web class “games” lists “a b”, which is not a domain"),
    (#"{"news":[""]}"#, "the web class “news” lists “”, which is not a domain"),
  ])
  func `a list that can't be read is refused with its name and fault`(_ classes: String, _ fault: String) throws {
    let (finished, state) = try run(classes: classes)
    #expect(finished.status != 0 && finished.complaints.contains("classes.json"))
    #expect(finished.complaints.contains(fault), "\(finished.complaints)")
    #expect(!FileManager.default.fileExists(atPath: state + "/state.sqlite"))
  }

  @Test func `a missing list is refused by its name, and so is one for the synthetic week`() throws {
    let missing = try SallyportProgram.run("run", "use.ndjson", "--web-classes", "/nowhere/classes.json")
    #expect(missing.status != 0 && missing.complaints.contains("/nowhere/classes.json"))
    let synthetic = try SallyportProgram.run("run", "--synthetic-week", "--web-classes", "/nowhere/classes.json")
    #expect(synthetic.status == 64 || synthetic.status == 2)
    #expect(synthetic.complaints.contains("leave out --web-classes"), "\(synthetic.complaints)")
  }
}
