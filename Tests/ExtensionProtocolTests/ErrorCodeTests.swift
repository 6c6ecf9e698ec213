// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

/// The table of `wire.md#errors`.
@Suite struct ErrorCodeTests {
  static let table: [(ErrorCode, Int64, String, ErrorObject.Retry)] = [
    (.invalidRequest, -32_600, "invalidRequest", .never), (.parse, -32_700, "parse", .never),
    (.methodNotFound, -32_601, "methodNotFound", .never), (.invalidParams, -32_602, "invalidParams", .never),
    (.versionUnsupported, 1000, "versionUnsupported", .never), (.shuttingDown, 1002, "shuttingDown", .after),
    (.deadlineExceeded, 1100, "deadlineExceeded", .fresh), (.cancelled, 1101, "cancelled", .same),
    (.busy, 1102, "busy", .after), (.denied, 1103, "denied", .never), (.schema, 1104, "schema", .never),
    (.tooLarge, 1105, "tooLarge", .never), (.rateLimited, 1107, "rateLimited", .after),
    (.conflict, 1108, "conflict", .same), (.limit, 1109, "limit", .never),
    (.unknownToken, 1110, "unknownToken", .never), (.unauthorized, 1111, "unauthorized", .never),
    (.extensionError, 1200, "extensionError", .never), (.crashed, 1201, "crashed", .fresh),
    (.killed, 1202, "killed", .fresh), (.quarantined, 1203, "quarantined", .after),
    (.integrity, 1204, "integrity", .never), (.notApproved, 1205, "notApproved", .never),
    (.unresponsive, 1206, "unresponsive", .fresh), (.violation, 1207, "violation", .fresh),
    (.launchFailed, 1208, "launchFailed", .after), (.effectViolation, 1210, "effectViolation", .never),
    (.authorization, 1300, "authorization", .never), (.monitoring, 1301, "monitoring", .never),
  ]

  @Test(arguments: table)
  func `a code has its number, kind and retry advice`(
    _ code: ErrorCode, _ number: Int64, _ kind: String, _ retry: ErrorObject.Retry
  ) {
    #expect(code.rawValue == number)
    #expect(code.kind == kind)
    #expect(code.retry == retry)
    let error = ErrorObject(code, "")
    #expect(error.kind == kind)
    #expect(error.retry == retry)
  }

  @Test func `accepts a code of a later version`() throws {
    let value = try Wire.value(#"{"code":1999,"data":{"kind":"novel","retry":"later","extra":[]},"message":"new"}"#)
    let error = try ErrorObject(wire: value, at: "", from: .host)
    #expect(error.code == ErrorCode(rawValue: 1999))
    #expect(error.code.kind == nil)
    #expect(error.kind == "novel")
    #expect(error.retry == nil)
  }

  @Test(arguments: [1_024, 1_025]) func `accepts at most 1024 bytes of text`(_ count: Int) {
    let value: WireValue = ["code": 1200, "message": .string(String(repeating: "m", count: count))]
    let error = Result { try ErrorObject(wire: value, at: "/error", from: .extension) }
    #expect((try? error.get()) != nil || count > 1_024)
    if count > 1_024 {
      #expect(throws: WireError.self) { try error.get() }
    }
  }
}
