// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import ScreenTimeRules
import UsageSources

/// A line of a usage source: a line that its scanner accepts is strict JSON for the wire's reader too, and the host can
/// read the record back from its own encoding.
enum SampleTarget {
  static func check(_ line: [UInt8]) throws(Disagreement) -> Bool {
    guard let sample = try? UsageSample(line: line) else { return false }
    let written = Array(sample.line.utf8)
    try require(written.count < UsageSample.maximumLineBytes, "a record's encoding exceeds the line limit")
    guard let again = try? UsageSample(line: written) else {
      throw Disagreement("a record is refused in the form that the host writes")
    }
    try require(again == sample, "a record differs after a round trip")
    guard let value: WireValue = try? JSONCodec(limits: .app).decode(line), case .object(let object) = value else {
      throw Disagreement("the scanner accepts a line that is not strict JSON")
    }
    try require(object["start"] == .integer(sample.start.milliseconds), "the two readers find different times")
    return true
  }
}
