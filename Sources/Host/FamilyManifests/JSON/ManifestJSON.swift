// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A manifest's bytes as a value tree, with the line on which each value begins.
///
/// Libraries come before own code, yet none fits here: Foundation's `JSONSerialization` silently keeps one of two equal
/// names, takes fractions and loses all positions, and json-c sits behind `ExtensionTransport`, which this module may
/// not import. So the profile of `wire.md#lines`, widened by line breaks and `$schema` (§18), is read by hand.
package struct ManifestJSON {
  /// 256 KiB (§18).
  package static let maximumBytes = 262_144

  package let root: WireValue
  /// Pointer → line, counted from 1.
  package let lines: [String: Int]
  /// Faults that leave the rest readable: names that occur twice, numbers or texts outside the profile.
  package let faults: [Fault]

  /// A place that breaks the profile.
  package struct Fault: Error, Hashable {
    package var pointer: String
    package var line: Int
    package var message: String
  }

  /// - Throws: `Fault` when the bytes are no JSON at all; what can be read past is in `faults` instead.
  package init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.maximumBytes else {
      throw Fault(pointer: "", line: 1, message: "\(bytes.count) bytes are more than the \(Self.maximumBytes) allowed")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Fault(pointer: "", line: 1, message: "the file is not UTF-8 text")
    }
    var parser = ManifestJSONParser(bytes: bytes)
    root = try parser.document()
    lines = parser.lines
    faults = parser.faults
  }
}
