// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A manifest's bytes as a tree of values, with the line on which each value begins.
///
/// No available library fits: Foundation's `JSONSerialization` silently keeps one of two equal names, accepts fractions
/// and loses positions, and json-c is behind `ExtensionTransport`, which this module may not import. So the JSON
/// profile of `wire.md#lines`, extended by line breaks and `$schema`, is parsed by hand.
package struct ManifestJSON {
  /// 256 KiB.
  package static let maximumBytes = 262_144

  package let root: WireValue
  /// Pointer → line, counted from 1.
  package let lines: [String: Int]
  /// The faults after which parsing could continue: duplicate names, and numbers or strings outside the profile.
  package let faults: [Fault]

  /// A violation of the profile.
  package struct Fault: Error, Hashable {
    package var pointer: String
    package var line: Int
    package var message: String
  }

  /// - Throws: `Fault` if the bytes are not JSON. Faults after which parsing can continue are in `faults` instead.
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
