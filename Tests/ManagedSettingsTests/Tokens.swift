// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ManagedSettings

/// Well-formed tokens that no host issued.
enum Tokens {
  static func wire(_ number: Int, kind: UInt8 = 1) -> WireToken {
    let bytes: [UInt8] = [1, kind, 0, 1] + Array(repeating: 0, count: 18) + [UInt8(number >> 8), UInt8(number & 0xFF)]
    let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return made(WireToken(text))
  }

  static func application(_ number: Int) -> ApplicationToken { made(ApplicationToken(wire(number))) }
  static func webDomain(_ number: Int) -> WebDomainToken { made(WebDomainToken(wire(number, kind: 2))) }
  static func category(_ number: Int) -> ActivityCategoryToken { made(ActivityCategoryToken(wire(number, kind: 3))) }

  private static func made<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("the bytes above make a token") }
    return value
  }
}
