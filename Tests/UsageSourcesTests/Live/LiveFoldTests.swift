// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UsageSources

@Suite struct LiveFoldTests {
  private typealias F = LiveFixture

  @Test func `a later end replaces, an equal one changes nothing, and the next record closes it (LIVE-SMP2)`() throws {
    var fold = LiveFold()
    #expect(F.words(try fold.add(F.sample(.app("a"), 0, 0))) == ["opened a"])
    #expect(F.words(try fold.add(F.sample(.app("a"), 0, 5))) == ["grown a"])
    #expect(try fold.add(F.sample(.app("a"), 0, 5)).isEmpty)
    #expect(
      try fold.add(F.sample(.app("b"), 5, 5)) == [
        .closed(F.sample(.app("a"), 0, 5)), .opened(F.sample(.app("b"), 5, 5)),
      ])
    #expect(F.words(try fold.add(F.sample(.active, 5, 5))) == ["opened active"], "tracks are independent")
    #expect(F.words(fold.end()) == ["closed b", "closed active"])
    #expect(fold.end().isEmpty)
  }

  @Test func `refuses an earlier end and another claim by name, and stays unchanged (LIVE-SMP2)`() throws {
    var fold = LiveFold()
    _ = try fold.add(F.sample(.app("a"), 0, 9))
    let shrunk = #expect(throws: UsageSampleError.self) { _ = try fold.add(F.sample(.app("a"), 0, 5)) }
    #expect(shrunk?.name == .sampleShrunk)
    let conflict = #expect(throws: UsageSampleError.self) { _ = try fold.add(F.sample(.app("b"), 0, 9)) }
    #expect(conflict?.name == .sampleConflict)
    let kind = #expect(throws: UsageSampleError.self) { _ = try fold.add(F.sample(.none, 0, 9)) }
    #expect(kind?.name == .sampleConflict)
    #expect(fold.end() == [.closed(F.sample(.app("a"), 0, 9))])
  }

  @Test func `two records at one wall time are distinct if the clock was set back between them (LIVE-CLK4)`() throws {
    var fold = LiveFold()
    _ = try fold.add(F.sample(.app("a"), 100, 105))
    let again = F.sample(.app("b"), 200, 205, wallAhead: -100)
    #expect(F.words(try fold.add(again)) == ["closed a", "opened b"])
    #expect(F.words(try fold.add(F.sample(.app("c"), 50, 55))) == ["late c"])
  }

  @Test func `a change within seconds extends the record before it, a long silence does not`() throws {
    var fold = LiveFold()
    _ = try fold.add(F.sample(.app("a"), 0, 5))
    #expect(try fold.add(F.sample(.app("b"), 8, 8)).first == .closed(F.sample(.app("a"), 0, 8)))
    #expect(try fold.add(F.sample(.app("c"), 30, 30)).first == .closed(F.sample(.app("b"), 8, 8)))
    // After the wall clock was set, the boot clock gives the length.
    #expect(try fold.add(F.sample(.app("d"), 35, 35, wallAhead: 900)).first == .closed(F.sample(.app("c"), 30, 35)))
  }

  @Test func `an imported record is complete, so a hole stays a hole (LIVE-SMP3)`() throws {
    var fold = LiveFold()
    _ = try fold.add(SampleFixture.sample(.app("a"), 0, 5_000))
    #expect(
      try fold.add(SampleFixture.sample(.app("b"), 8_000, 9_000)).first
        == .closed(SampleFixture.sample(.app("a"), 0, 5_000)))
  }

  @Test func `keeps a bounded number of streams and closes the least recently active`() throws {
    var fold = LiveFold()
    for number in 0..<LiveFold.maximumStreams {
      _ = try fold.add(F.sample(.app("a\(number)"), 0, 5, stream: "s/\(number)"))
    }
    _ = try fold.add(F.sample(.app("a0"), 0, 6, stream: "s/0"))
    #expect(F.words(try fold.add(F.sample(.app("new"), 0, 5, stream: "s/new"))) == ["closed a1", "opened new"])
    #expect(fold.end().count == LiveFold.maximumStreams)
  }
}
