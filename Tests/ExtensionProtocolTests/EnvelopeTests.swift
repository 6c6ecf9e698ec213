// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

/// The messages of `wire.md#messages`, and rule WIRE-B6 for every other object.
@Suite struct EnvelopeTests {
  static let spellings: [(String, Envelope)] = [
    (
      #"{"id":"h1","jsonrpc":"2.0","method":"hello","params":{}}"#,
      .request(id: RequestID(.host, 1), method: "hello", params: [:])
    ),
    (
      #"{"jsonrpc":"2.0","method":"ack","params":{"request":"h2"}}"#,
      .notification(method: "ack", params: ["request": "h2"])
    ),
    (
      #"{"id":"e7","jsonrpc":"2.0","result":{"revision":1}}"#,
      .result(id: RequestID(.extension, 7), result: ["revision": 1])
    ),
    (
      #"{"error":{"code":1101,"data":{"kind":"cancelled","retry":"same"},"message":"late"},"id":"h2","jsonrpc":"2.0"}"#,
      .failure(id: RequestID(.host, 2), error: ErrorObject(.cancelled, "late"))
    ),
  ]

  @Test(arguments: spellings) func `has one encoding for each kind`(_ json: String, _ envelope: Envelope) throws {
    #expect(Wire.text(envelope.wire) == json)
    for origin in [WireOrigin.host, .extension] {
      #expect(try Envelope(wire: Wire.value(json), from: origin) == envelope)
    }
  }

  @Test func `accepts an error without data`() throws {
    let value = try Wire.value(#"{"id":"h2","jsonrpc":"2.0","error":{"code":-32601,"message":"unknown method"}}"#)
    guard case .failure(_, let error) = try Envelope(wire: value, from: .extension) else {
      Issue.record("is not a failure")
      return
    }
    #expect(error.code == .methodNotFound)
    #expect(error.kind == nil)
    #expect(Wire.text(error.wire) == #"{"code":-32601,"message":"unknown method"}"#)
  }

  static let malformed: [String] = [
    #"{}"#, #"{"jsonrpc":"2.0"}"#, #"{"id":"h1","jsonrpc":"2.0"}"#,
    #"{"id":"h1","method":"hello","params":{}}"#, #"{"id":"h1","jsonrpc":"1.0","method":"hello","params":{}}"#,
    #"{"id":"h1","jsonrpc":2,"method":"hello","params":{}}"#, #"{"id":"h1","jsonrpc":"2.0 ","result":{}}"#,
    #"{"error":{"code":1,"message":""},"id":"h1","jsonrpc":"2.0","result":{}}"#,
    #"{"extra":1,"id":"h1","jsonrpc":"2.0","result":{}}"#, #"{"jsonrpc":"2.0","result":{}}"#,
    #"{"id":"h1","jsonrpc":"2.0","method":"hello"}"#, #"{"jsonrpc":"2.0","method":"ack"}"#,
    #"{"id":"h1","jsonrpc":"2.0","method":"hello","params":[]}"#,
    #"{"id":"h1","jsonrpc":"2.0","method":"hello","params":null}"#,
    #"{"id":"h1","jsonrpc":"2.0","method":7,"params":{}}"#,
    #"{"id":"h1","jsonrpc":"2.0","result":[]}"#, #"{"id":"h1","jsonrpc":"2.0","result":null}"#,
    #"{"id":"h1","jsonrpc":"2.0","method":"hello","params":{},"result":{}}"#,
    #"{"id":null,"jsonrpc":"2.0","method":"hello","params":{}}"#, #"{"id":1,"jsonrpc":"2.0","result":{}}"#,
    #"{"id":"h0","jsonrpc":"2.0","result":{}}"#, #"{"id":"h01","jsonrpc":"2.0","result":{}}"#,
    #"{"id":"h1","jsonrpc":"2.0","error":null}"#, #"{"id":"h1","jsonrpc":"2.0","error":"no"}"#,
    #"{"id":"h1","jsonrpc":"2.0","error":{"code":1}}"#, #"{"id":"h1","jsonrpc":"2.0","error":{"message":""}}"#,
    #"{"id":"h1","jsonrpc":"2.0","error":{"code":1,"data":[],"message":""}}"#,
    #"{"id":"h1","jsonrpc":"2.0","error":{"code":1,"message":"\u001b"}}"#,
  ]

  @Test(arguments: malformed, [WireOrigin.host, .extension])
  func `refuses every other combination of members`(_ json: String, _ origin: WireOrigin) throws {
    let value = try Wire.value(json)
    #expect(throws: WireError.self) { try Envelope(wire: value, from: origin) }
  }

  @Test func `names the place of an unknown member in an error`() throws {
    let value = try Wire.value(#"{"id":"h1","jsonrpc":"2.0","error":{"code":1,"data":{"secret":1},"message":""}}"#)
    #expect(throws: WireError(at: "/error/data/secret", "is not known here")) {
      try Envelope(wire: value, from: .extension)
    }
    #expect(throws: Never.self) { try Envelope(wire: value, from: .host) }
  }
}

@Suite struct RequestIDTests {
  @Test func `numbers the requests of each side separately`() {
    #expect(RequestID("h1")?.next == RequestID(.host, 2))
    #expect(RequestID("e9")?.next.description == "e10")
    #expect(RequestID("e999999999999999999") == RequestID(.extension, 999_999_999_999_999_999))
  }

  static let odd = [
    "", "h", "1", "x1", "H1", "h0", "h-1", "h+1", "h 1", "h01", "h1 ", "h1.0", "h1e1", "hh1", "h１", "h\u{301}1",
    "h1000000000000000000", "h9223372036854775808",
  ]

  @Test(arguments: odd) func `accepts one spelling of each number`(_ text: String) { #expect(RequestID(text) == nil) }
}
