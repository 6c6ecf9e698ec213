// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Distinguishes a truncated JSON file from one that was never JSON.
enum JSONEnd {
  /// Whether the text begins like JSON and ends with an open bracket or string.
  static func isMissing(in contents: Data) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    var isFirst = true
    for byte in contents where isInString || ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      if isFirst, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") { return false }
      isFirst = false
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return isInString || depth > 0
  }
}
