// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import ScreenTimeRules
import UsageSources

/// A line of a source of use: what its own scanner takes is strict JSON for the wire's reader too, and the record reads
/// back from the line that the host writes of it.
enum SampleTarget {
  static func check(_ line: [UInt8]) throws(Disagreement) -> Bool {
    guard let sample = try? UsageSample(line: line) else { return false }
    let written = Array(sample.line.utf8)
    try require(written.count < UsageSample.maximumLineBytes, "a record grew over the cap")
    guard let again = try? UsageSample(line: written) else {
      throw Disagreement("a record is refused as the host itself writes it")
    }
    try require(again == sample, "a record changed on its way")
    guard let value: WireValue = try? JSONCodec(limits: .app).decode(line), case .object(let object) = value else {
      throw Disagreement("the scanner takes what is not strict JSON")
    }
    try require(object["start"] == .integer(sample.start.milliseconds), "the two readers see different times")
    return true
  }
}
