// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import Testing

/// Signed pages, and the key files that `openssl` writes. The keys are those of RFC 8032, test 1 and test 2.
@Suite struct SignedPageTests {
  private static let pem = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
    -----END PRIVATE KEY-----
    """
  private static let publicPEM = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
    -----END PUBLIC KEY-----
    """
  private static let page = "<!DOCTYPE html>\n<p>text</p>\n"

  private var key: AuditKey { get throws { try AuditKey(pem: Array(Self.pem.utf8)) } }

  @Test func `reads the key files of openssl`() throws {
    let own = try key.publicKey
    #expect(own.description == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    #expect(try AuditPublicKey(pem: Array(Self.publicPEM.utf8)) == own)
    #expect(AuditPublicKey(hexadecimal: own.description) == own)
  }

  @Test(arguments: [
    "", "text", publicPEM, pem.replacing("MC4C", with: "MC4D"), pem.replacing("n9g", with: "n9gAAAA"),
    pem.replacing("PRIVATE KEY", with: "EC PRIVATE KEY"), pem.replacing("MC4", with: "%%%"),
  ])
  func `refuses a file that is not a private Ed25519 key`(_ text: String) {
    #expect(throws: AuditKeyError.self) { try AuditKey(pem: Array(text.utf8)) }
  }

  @Test func `a signed page names its signer, and its content is what was signed`() throws {
    let text = try SignedPage.text(of: Self.page, signedBy: key)
    let read = SignedPage(bytes: Array(text.utf8))
    let own = try key.publicKey
    #expect(read.finding == .signed(by: own))
    #expect(String(decoding: read.content, as: UTF8.self) == Self.page)
  }

  @Test func `a change of any byte is noticed`() throws {
    let bytes = Array(try SignedPage.text(of: Self.page, signedBy: key).utf8)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      let finding = SignedPage(bytes: changed).finding
      #expect(finding == .altered || finding == .unsigned, "byte \(index)")
    }
    for index in 0..<Self.page.utf8.count {
      var shorter = bytes
      shorter.remove(at: index)
      let finding = SignedPage(bytes: shorter).finding
      #expect(finding == .altered || finding == .unsigned, "byte \(index)")
    }
    for added in ["x", "<p>more</p>\n", "\n"] {
      #expect(SignedPage(bytes: bytes + Array(added.utf8)).finding == .unsigned, "\(added)")
    }
    #expect(SignedPage(bytes: []).finding == .unsigned)
    #expect(SignedPage(bytes: Array(Self.page.utf8)).finding == .unsigned)
  }

  @Test func `a signature of another text with the same key is not one of a page`() throws {
    let other = "<p>other</p>\n"
    let line = String(try SignedPage.text(of: Self.page, signedBy: key).dropFirst(Self.page.count))
    #expect(SignedPage(bytes: Array((other + line).utf8)).finding == .altered)
  }
}
