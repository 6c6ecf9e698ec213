// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A place where bytes of somebody else enter the host, and what must hold for whatever bytes they are.
///
/// A trap, an overrun or a hang is found by the fuzzer itself; `check` finds the faults that end in a wrong value.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Framing, scanner and json-c.
  case reader
  /// A line as each message that an extension may send.
  case reply
  /// A manifest file.
  case manifest
  /// A view tree, laid out and drawn for every surface.
  case view
  /// A bundle with a hostile program, library or script, from its manifest to its launch plan.
  case bundle
  /// A line of a source of use.
  case sample

  /// - Returns: whether the host takes the input; what it refuses is as good an input for a fuzzer.
  /// - Throws: `Disagreement` with what two parts of the host make of the same input.
  @discardableResult
  package func check(_ input: [UInt8]) throws(Disagreement) -> Bool {
    switch self {
    case .reader: try ReaderTarget.check(input)
    case .reply: try ReplyTarget.check(input)
    case .manifest: try ManifestTarget.check(input)
    case .view: try ViewTarget.check(input)
    case .bundle: try BundleTarget.check(input)
    case .sample: try SampleTarget.check(input)
    }
  }
}

/// Two parts of the host that must agree did not.
package struct Disagreement: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}

/// - Throws: `Disagreement` that says `sentence` unless `holds`.
func require(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(Disagreement) {
  if !holds { throw Disagreement(sentence()) }
}
