// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

/// The wire types that the host stores, which are stored as they are sent.
@Suite struct StoredFormTests {
  /// Checks that a value is stored as its wire form, in any container, and read back.
  private func check<Value: Codable & Equatable & WireConvertible>(
    _ value: Value, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let stored = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([WireValue].self, from: stored) == [value.wire], sourceLocation: location)
    #expect(try JSONDecoder().decode([Value].self, from: stored) == [value], sourceLocation: location)
  }

  @Test func `a request's ID is stored as its text`() throws {
    for side in [RequestID.Side.host, .extension] {
      for number in [1, 9, 10, 999_999_999] as [Int64] { try check(RequestID(side, number)) }
    }
  }

  @Test(arguments: ErrorCodeTests.table.map(\.0))
  func `an error is stored with everything that it says`(_ code: ErrorCode) throws {
    try check(ErrorObject(code, "it failed"))
    try check(
      ErrorObject(
        code, "“é” failed", retry: .after, afterMs: 5, pointer: "/a/0", reason: "r", limit: "l", maximum: 1,
        violation: "v", subject: "s", actual: 2, supported: SupportedVersions(protocols: [1, 2], schemas: [3])))
  }

  @Test func `a size and the words of a report's filter are stored as they are sent`() throws {
    for (width, height) in [(0, 0), (1, 2), (1_000_000_000, 7)] as [(Int64, Int64)] {
      try check(ViewFrame(width: width, height: height))
    }
    for segment in ReportFilter.Segment.allCases { try check(segment) }
    for users in ReportFilter.Users.allCases { try check(users) }
    for button in ShieldButton.allCases { try check(button) }
  }

  @Test func `a stored error that the wire would refuse is refused`() {
    for text in ["{}", "1", #"{"code":1000}"#, #"{"message":"m"}"#, #"{"code":"x","message":"m"}"#] {
      #expect(throws: (any Error).self) { try JSONDecoder().decode(ErrorObject.self, from: Data(text.utf8)) }
    }
    for text in ["1", "\"\"", "\"h\"", "\"x1\"", "\"h01\"", "null"] {
      #expect(throws: (any Error).self) { try JSONDecoder().decode([RequestID].self, from: Data("[\(text)]".utf8)) }
    }
  }
}
