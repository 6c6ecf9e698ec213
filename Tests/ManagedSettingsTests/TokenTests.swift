// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ManagedSettings
import Testing

@Suite struct TokenTests {
  private func decode(_ json: String) throws -> ApplicationToken {
    try JSONDecoder().decode(ApplicationToken.self, from: Data(json.utf8))
  }

  @Test func `encodes in Apple's format and decodes again`() throws {
    let token = try decode(#"{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gV/HOn0"}"#)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    let json = try #require(String(bytes: try encoder.encode(token), encoding: .utf8))
    #expect(json == #"{"data":"AQEAAQ1ubelPGDNhSMN2Uch20gV/HOn0"}"#)
    #expect(token._stableKey == "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0")
  }

  @Test(arguments: [
    "AQIAAQ1ubelPGDNhSMN2Uch20gV/HOn0", "AgEAAQ1ubelPGDNhSMN2Uch20gV/HOn0", "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0",
    "AQEAAQ1ubelPGDNhSMN2Uch20gU=", "!!", "",
  ])
  func `refuses another kind, version, alphabet or length (§8.13)`(_ data: String) {
    #expect(throws: DecodingError.self) { try decode(#"{"data":"\#(data)"}"#) }
  }

  @Test func `recognises a token of 128 bytes as Apple's (T2, §8.13)`() throws {
    let json = #"{"data":"\#(Data(count: 128).base64EncodedString())"}"#
    let error = #expect(throws: DecodingError.self) { try decode(json) }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("expected dataCorrupted, got \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("Apple"))
  }

  @Test func `throws keyNotFound without its key (§8.13)`() {
    let error = #expect(throws: DecodingError.self) { try decode("{}") }
    guard case .keyNotFound? = error else {
      Issue.record("expected keyNotFound, got \(String(describing: error))")
      return
    }
  }

  @Test func `describes its kind only (T12)`() {
    let token = Tokens.application(7)
    #expect("\(token)" == "Token<Application>")
    #expect(Mirror(reflecting: token).children.isEmpty)
  }

  @Test func `display names do not count in equality (T13)`() {
    let token = Tokens.application(1)
    #expect(
      Application(bundleIdentifier: nil, token: token, localizedDisplayName: "A")
        == Application(bundleIdentifier: nil, token: token, localizedDisplayName: "B"))
  }
}
