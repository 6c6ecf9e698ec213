// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

enum Base64 {
  static func text(of bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }
}
