// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UsageSources

@Suite struct IdentifierTests {
  @Test(arguments: [
    ("https://User:pw@Games.Test:8443/a?b#c", "games.test"), ("http://games.test./", "games.test"),
    ("http://b\u{FC}cher.example/", "xn--bcher-kva.example"), ("HTTP://GAMES.TEST", "games.test"),
  ])
  func `returns the host of a web address (LIVE-ID3)`(_ address: String, _ host: String) {
    #expect(Identifier.host(ofAddress: address) == host)
  }

  @Test(arguments: [
    "about:blank", "file:///home/anna/x.html", "chrome-extension://abc/x", "http://192.168.0.1/", "http:///x",
    "nothing",
    "", "http://[::1]/", "javascript:alert(1)",
  ])
  func `an address that is not a web page has no host`(_ address: String) {
    #expect(Identifier.host(ofAddress: address) == nil)
  }

  @Test func `SHA-256 gives the published digests`() {
    #expect(SHA256.hexadecimal([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hexadecimal(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexadecimal(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test func `recognizes browsers by a word of their id`() {
    for id in ["org.mozilla.firefox", "wm:firefox developer edition", "wm:google-chrome", "chromium"] {
      #expect(Browsers.isBrowser(id), "\(id)")
    }
    for id in ["org.example.Operation", "wm:code", "org.gnome.Software"] { #expect(!Browsers.isBrowser(id), "\(id)") }
  }
}
