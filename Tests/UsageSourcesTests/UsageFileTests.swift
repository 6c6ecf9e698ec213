// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import Testing
import UsageSources

@Suite struct UsageFileTests {
  private func line(_ kind: String, _ start: Int64, _ end: Int64, stream: String = "replay/a") -> String {
    let id = kind == "app" ? #""id":"game","# : ""
    return
      "{\"v\":1,\"source\":\"replay\",\"stream\":\"\(stream)\",\"kind\":\"\(kind)\",\(id)\"start\":\(start),\"end\":\(end),\"resolution\":1}"
  }

  private func read(_ lines: [String], closing: String = "\n") throws -> UsageFile {
    try UsageFile(contents: Data((lines.joined(separator: "\n") + closing).utf8))
  }

  @Test func `a truncated file keeps its whole lines and names the last`() throws {
    let cut = String(line("app", 10, 20).dropLast(12))
    let file = try read([line("app", 0, 10), cut], closing: "")
    #expect(file.samples.count == 1)
    #expect(file.badLines.map(\.description) == ["line 2: truncated: the file ends in the middle of a record"])
  }

  @Test func `refuses a file that is not JSON in one sentence`() {
    let error = #expect(throws: UsageImportError.self) { try read(["hello", "world"]) }
    #expect(
      error?.description
        == "import-not-usage: the file has no usable record; line 1: not-json: a record is one JSON object per line")
  }

  @Test func `skips only the bad line between good ones`() throws {
    let file = try read([line("app", 0, 10), "{]", "", line("app", 10, 20)])
    #expect(file.samples.count == 2)
    #expect(file.badLines.map(\.number) == [2])
    #expect(file.badLines.map(\.error.name) == [.notJSON])
  }

  @Test func `reads lines out of order in the order of time`() throws {
    let sorted = try read([line("app", 0, 10), line("app", 10, 20), line("app", 20, 30)])
    let mixed = try read([line("app", 20, 30), line("app", 0, 10), line("app", 10, 20)])
    #expect(mixed.samples == sorted.samples)
    #expect(sorted.outOfOrder == 0)
    #expect(mixed.outOfOrder == 2)
    #expect(UsageTimeline(mixed.samples).spans.map(SampleFixture.text) == ["0–30 game unknown"])
  }

  @Test func `counts overlapping records once`() throws {
    let file = try read([line("app", 0, 100), line("app", 50, 150)])
    #expect(file.overlapping == 1)
    #expect(UsageTimeline(file.samples).spans.map(SampleFixture.text) == ["0–150 game unknown"])
  }

  @Test func `refuses a negative length and a negative time by name`() throws {
    let file = try read([line("app", 20, 10), line("app", -5, 10), line("app", 0, 10)])
    #expect(file.badLines.map(\.error.name) == [.endsBeforeStart, .badTime])
    #expect(
      file.badLines.first?.description
        == "line 1: ends-before-start: the record ends 10 ms before it starts, a negative duration")
    #expect(file.samples.count == 1)
  }

  @Test func `keeps records of zero length and counts no use for them`() throws {
    let file = try read([line("app", 0, 0), line("app", 10, 20)])
    #expect(file.samples.count == 2)
    #expect(file.zeroLength == 1)
    #expect(UsageTimeline(file.samples).spans.map(SampleFixture.text) == ["10–20 game unknown"])
  }

  @Test func `reports progress up to the whole file`() throws {
    let contents = Data((0..<2_000).map { line("app", $0 * 10, $0 * 10 + 10) + "\n" }.joined().utf8)
    var steps: [Int] = []
    _ = try UsageFile(contents: contents) { done, _ in steps.append(done) }
    #expect(steps.count > 2)
    #expect(steps == steps.sorted())
    #expect(steps.last == contents.count)
  }

  @Test func `reads the records that it wrote`() throws {
    let samples = [SampleFixture.sample(.active, 0, 50), SampleFixture.sample(.app("a"), 0, 50)]
    #expect(try UsageFile(contents: UsageFile.contents(of: samples)).samples == samples)
  }

  @Test func `names a file that can't be read`() {
    let error = #expect(throws: UsageImportError.self) { try UsageFile(path: "/nonexistent/usage.jsonl") }
    #expect(error?.name == .unreadable)
  }
}
