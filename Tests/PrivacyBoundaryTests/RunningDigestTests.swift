// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import Testing

@Suite struct RunningDigestTests {
  /// The example of FIPS 180: four of its bytes are below 16.
  @Test func `writes SHA-256 with two digits per byte`() {
    var digest = RunningDigest()
    digest.update("a".utf8)
    digest.update("bc".utf8)
    #expect(digest.hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
