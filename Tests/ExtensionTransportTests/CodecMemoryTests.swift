// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import ExtensionTransport

/// The memory that json-c and the C library's locks use, which Swift doesn't count. Each test runs in a separate process,
/// because the kernel reports memory per process.
@Suite struct CodecMemoryTests {
  /// The process's memory in bytes, from the second number of `statm`.
  static func residentBytes() throws -> Int {
    let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(Int(numbers[1])) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The growth of the process in bytes over 4,000 runs of `body`, after 500 runs to warm up.
  static func growth(_ body: () throws -> Void) throws -> Int {
    for _ in 0..<500 { try body() }
    let before = try residentBytes()
    for _ in 0..<4_000 { try body() }
    return try residentBytes() - before
  }

  @Test func `a released codec frees its memory`() async {
    await #expect(processExitsWith: .success) {
      let line = Array(#"{"a":[1,"b"]}"#.utf8)
      let growth = try CodecMemoryTests.growth { _ = try JSONCodec(limits: .widget).decode(line) as WireValue }
      #expect(growth < 4_000_000)
    }
  }

  @Test func `a codec frees the memory of accepted and rejected lines`() async {
    await #expect(processExitsWith: .success) {
      let codec = JSONCodec(limits: .standard)
      let text = String(repeating: "x", count: 2_000)
      let good = Array(#"{"a":[1,"\#(text)",{"b":{}}],"view":{"c":1},"d":{"view":{"c":1}}}"#.utf8)
      let bad = Array(#"{"a":[1,"\#(text)"}"#.utf8)
      let growth = try CodecMemoryTests.growth {
        _ = try codec.decode(good) as WireValue
        _ = try? codec.decode(bad) as WireValue
      }
      #expect(growth < 4_000_000)
    }
  }
  @Test func `an in-memory pipe that is gone leaves no memory behind`() async {
    await #expect(processExitsWith: .success) {
      let growth = try CodecMemoryTests.growth { for _ in 0..<50 { _ = InMemoryBytes(capacity: 1).byteCount } }
      #expect(growth < 4_000_000)
    }
  }
}
