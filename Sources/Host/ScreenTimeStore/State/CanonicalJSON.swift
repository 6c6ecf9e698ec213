// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The rules' values as JSON with sorted keys, no whitespace and unescaped slashes, so that equal values give equal
/// bytes.
package enum CanonicalJSON {
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try CanonicalNode.Content(value).write(to: &bytes)
    return bytes
  }

  /// - Parameter name: the name of the value, for the error message if it doesn't decode.
  package static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8], named name: String) throws
    -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw StoreError(
        .corrupt, "The stored \(name) can't be read by this build; restore a backup, or use the build that wrote it.")
    }
  }
}
