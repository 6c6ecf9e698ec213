// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import UsageSources

@Suite struct SampleFoldTests {
  @Test func `a later end replaces, an equal one changes nothing`() throws {
    var fold = SampleFold()
    #expect(try fold.add(SampleFixture.sample(.app("a"), 0, 5)))
    #expect(try fold.add(SampleFixture.sample(.app("a"), 0, 9)))
    #expect(try !fold.add(SampleFixture.sample(.app("a"), 0, 9)))
    #expect(fold.samples == [SampleFixture.sample(.app("a"), 0, 9)])
  }

  @Test func `refuses an earlier end and another claim, and stays unchanged`() throws {
    var fold = SampleFold()
    try fold.add(SampleFixture.sample(.app("a"), 0, 9))
    let shrunk = #expect(throws: UsageSampleError.self) { try fold.add(SampleFixture.sample(.app("a"), 0, 5)) }
    #expect(shrunk?.name == .sampleShrunk)
    let conflict = #expect(throws: UsageSampleError.self) { try fold.add(SampleFixture.sample(.app("b"), 0, 9)) }
    #expect(conflict?.name == .sampleConflict)
    #expect(fold.samples.count == 1)
  }

  @Test func `tracks and streams are independent`() throws {
    var fold = SampleFold()
    try fold.add(SampleFixture.sample(.app("a"), 0, 9))
    try fold.add(SampleFixture.sample(.active, 0, 9))
    try fold.add(SampleFixture.sample(.app("b"), 0, 9, stream: "replay/b"))
    #expect(fold.samples.count == 3)
  }
}
