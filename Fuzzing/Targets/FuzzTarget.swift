// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An input of the host from an untrusted source, with the properties that must hold for any bytes.
///
/// The fuzzer itself finds traps, overruns and hangs; `check` finds faults that produce a wrong value.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Framing, scanner and json-c.
  case reader
  /// A line, decoded as each message that an extension may send.
  case reply
  /// A manifest file.
  case manifest
  /// A view tree, laid out and drawn on every surface.
  case view
  /// A bundle with a hostile program, library or script, from its manifest to its launch plan.
  case bundle
  /// A line of a usage source.
  case sample

  /// - Returns: whether the host accepts the input; refused inputs are equally useful for a fuzzer.
  /// - Throws: `Disagreement` if two parts of the host interpret the input differently.
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

/// A difference between two parts of the host that must agree.
package struct Disagreement: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}

/// - Throws: `Disagreement` with `sentence` unless `holds`.
func require(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(Disagreement) {
  if !holds { throw Disagreement(sentence()) }
}
