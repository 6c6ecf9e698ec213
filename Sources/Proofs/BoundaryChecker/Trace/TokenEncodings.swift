// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Replaces tokens in arbitrary bytes by names, in each encoding in which a program stores them: as the wire and as Apple's
/// frameworks write them, with escaped slashes, as plain bytes, in hexadecimal, and inside base64 of any of these.
///
/// Only complete encodings of known tokens are replaced. Anything computed from a token's bytes stays and is compared.
struct TokenEncodings: Sendable {
  private struct Form: Sendable {
    var bytes: [UInt8]
    var name: [UInt8]
  }
  /// By the last eight bytes: the first ones are the same for all tokens of a kind.
  private var forms: [UInt64: [Form]] = [:]

  /// - Parameter names: the name of each token in the wire's alphabet.
  init(_ names: [String: String]) {
    for (token, name) in names {
      for bytes in Self.encodings(of: token) {
        let end = bytes.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        forms[end, default: []].append(Form(bytes: bytes, name: Array(name.utf8)))
      }
    }
  }

  private static func encodings(of token: String) -> Set<[UInt8]> {
    let standard = token.replacing("-", with: "+").replacing("_", with: "/")
    let raw = Data(base64Encoded: standard).map(Array.init) ?? []
    let texts = [
      token, standard, standard.replacing("/", with: "\\/"),
      standard.replacing("+", with: "%2B").replacing("/", with: "%2F"),
      raw.map { String(format: "%02x", $0) }.joined(), raw.map { String(format: "%02X", $0) }.joined(),
    ]
    return Set(texts.map { Array($0.utf8) } + [raw]).filter { $0.count >= 8 }
  }

  /// A result of renaming.
  struct Renamed: Sendable {
    var bytes: [UInt8]
    /// The names of the tokens, in order of occurrence; empty if nothing was replaced.
    var names: [String] = []
  }

  /// The levels of base64 inside base64 that are looked through.
  private static let depth = 3

  func renamed(_ bytes: [UInt8], depth: Int = Self.depth) -> Renamed {
    var result = Renamed(bytes: [])
    result.bytes.reserveCapacity(bytes.count)
    var window: UInt64 = 0
    for byte in bytes {
      result.bytes.append(byte)
      window = window << 8 | UInt64(byte)
      guard let form = forms[window]?.first(where: { result.bytes.suffix($0.bytes.count).elementsEqual($0.bytes) })
      else { continue }
      result.bytes.removeLast(form.bytes.count)
      result.bytes += form.name
      result.names.append(String(decoding: form.name, as: UTF8.self))
      window = 0
    }
    return depth > 0 ? unwrapped(result, depth: depth - 1) : result
  }

  /// The shortest base64 that can hold the plain bytes of a token.
  private static let shortest = 32

  /// Decodes runs of base64 that contain tokens.
  private func unwrapped(_ outer: Renamed, depth: Int) -> Renamed {
    var result = Renamed(bytes: [], names: outer.names)
    var rest = outer.bytes[...]
    while !rest.isEmpty {
      let plain = rest.prefix { !Self.isBase64($0) }
      result.bytes += plain
      rest = rest.dropFirst(plain.count)
      let run = rest.prefix(while: Self.isBase64)
      rest = rest.dropFirst(run.count)
      guard run.count >= Self.shortest, let inner = Self.decoded(run) else {
        result.bytes += run
        continue
      }
      let renamed = renamed(inner, depth: depth)
      guard !renamed.names.isEmpty else {
        result.bytes += run
        continue
      }
      result.bytes += Array("base64(".utf8) + renamed.bytes + Array(")".utf8)
      result.names += renamed.names
    }
    return result
  }

  /// A backslash belongs to a run, because JSON may escape each slash.
  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "="), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  private static func decoded(_ run: ArraySlice<UInt8>) -> [UInt8]? {
    var text = String(decoding: run.filter { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "=") }, as: UTF8.self)
    text = text.replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text).map(Array.init)
  }
}
