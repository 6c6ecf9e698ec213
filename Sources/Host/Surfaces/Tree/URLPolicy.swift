// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The addresses that a tap may open (VIEW-22). The check uses bytes, since a parser that repairs addresses could
/// accept others.
enum URLPolicy {
  private static let neverListed: Set<String> = ["javascript", "data", "file", "blob", "about"]

  static func check(_ url: String, at pointer: String, context: ViewContext) throws(ViewFault) {
    func refuse(_ sentence: String) -> ViewFault { ViewFault("view.url", at: pointer, sentence) }
    guard context.point != .report else {
      throw ViewFault("interaction.sealed", at: pointer, "is an address, which no report may hold")
    }
    let bytes = Array(url.utf8)
    guard bytes.count <= 2_048, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw refuse("is longer than 2048 bytes or not plain ASCII")
    }
    guard !bytes.contains(UInt8(ascii: "\\")), let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      throw refuse("is not an absolute address")
    }
    let scheme = text(bytes[..<colon]).lowercased()
    let isScheme = scheme.utf8.enumerated().allSatisfy { place, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): place > 0
      default: false
      }
    }
    guard isScheme, !neverListed.contains(scheme) else { throw refuse("has a scheme that is never opened") }
    let rest = bytes[(colon + 1)...]
    let authority: ArraySlice<UInt8>
    if rest.starts(with: Array("//".utf8)) {
      authority = rest.dropFirst(2).prefix { !Array("/?#".utf8).contains($0) }
    } else {
      authority = []
    }
    guard !authority.contains(UInt8(ascii: "@")) else { throw refuse("names a user before the host") }
    if context.urlSchemes.contains(scheme), scheme != "https" { return }
    let host = text(authority.prefix { $0 != UInt8(ascii: ":") }).lowercased()
    guard scheme == "https", context.urlHosts.contains(host) else {
      throw refuse("has a scheme or host that the manifest does not list")
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
