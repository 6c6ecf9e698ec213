// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionTransport
import Testing

/// A suite of its own, because 64 MiB take a while without optimisation.
@Suite struct LineFramerMemoryTests {
  @Test func `a line without an end takes bounded memory and is reported once`() {
    let chunk = [UInt8](repeating: 0x5B, count: 64 << 10)
    var framer = LineFramer(lineBytes: 256 << 10)
    var reports = 0
    var largest = 0
    for _ in 0..<1_024 {
      framer.append(chunk.span)
      while let frame = framer.next() {
        #expect(frame == .tooLong(prefix: Array(chunk[..<LineFramer.prefixBytes])))
        reports += 1
      }
      largest = max(largest, framer.capacity)
    }
    #expect(reports == 1)
    #expect(largest <= 2 * (256 << 10) + (64 << 10))
    framer.append(Array("]\n{}\n".utf8).span)
    #expect(framer.next() == .line(Array("{}".utf8)))
    #expect(framer.next() == nil)
  }
}
