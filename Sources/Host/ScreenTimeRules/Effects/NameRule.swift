// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The validity of names of activities, events, stores and contexts. Each name has one byte representation.
package enum NameRule {
  /// 1…n bytes, NFC, no control or format characters.
  package static func isValid(_ name: String, maximumBytes: Int) -> Bool {
    guard (1...maximumBytes).contains(name.utf8.count) else { return false }
    // Compare bytes, since `==` treats canonically equivalent strings as equal.
    if !name.utf8.allSatisfy({ $0 < 0x80 }), !name.utf8.elementsEqual(normalized(name).utf8) { return false }
    return name.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
    }
  }

  package static func normalized(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }
}
