// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Testing

/// A field at or beyond a limit of `wire.md#lines`, with the error expected for it.
struct LimitSample: Sendable, CustomTestStringConvertible {
  var title: String
  var kind: WireError.Kind
  /// The place of the error. `nil`: the value is just within its limit and must be accepted.
  var pointer: String?
  /// The name of the type that reads `wire`.
  let type: String
  let wire: WireValue
  let decode: @Sendable () throws(WireError) -> Void

  init<Value: WireConvertible>(
    _ type: Value.Type, _ wire: WireValue, _ title: String, kind: WireError.Kind = .limit, at pointer: String?
  ) {
    self.title = title
    self.kind = kind
    self.pointer = pointer
    self.type = "\(Value.self)"
    self.wire = wire
    decode = { () throws(WireError) in _ = try Value(wire: wire, at: "", from: .extension) }
  }

  var testDescription: String { title }
}

@Suite struct FieldLimitsTests {
  @Test(arguments: names + texts + numbers + counts + sets + choices + widgetChoices)
  func `accepts a field up to its limit and refuses it beyond`(_ sample: LimitSample) throws {
    guard let pointer = sample.pointer else {
      try sample.decode()
      return
    }
    let error = #expect(throws: WireError.self) { try sample.decode() }
    #expect(error?.pointer == pointer)
    #expect(error?.kind == sample.kind, "\(error as WireError?)")
  }

  @Test(arguments: namedLimits) func `names the limit that was exceeded`(
    _ sample: LimitSample, _ limit: NamedLimit
  ) {
    let error = #expect(throws: WireError.self) { try sample.decode() }
    #expect(error?.limit == limit && error?.pointer == sample.pointer, "\(error as WireError?)")
  }

  private static func store(
    _ name: String, _ title: String, _ kind: WireError.Kind?
  ) -> LimitSample {
    LimitSample(
      Effect.self, ["kind": "clearStore", "store": .string(name)], "store \(title)", kind: kind ?? .limit,
      at: kind == nil ? nil : "/store")
  }

  static let names: [LimitSample] = [
    store("a", "of one byte", nil), store("", "without a name", .limit),
    store(String(repeating: "a", count: 256), "of 256 bytes", nil),
    store(String(repeating: "a", count: 257), "of 257 bytes", .limit),
    store(String(repeating: "é", count: 128), "of 128 two-byte letters", nil),
    store(String(repeating: "é", count: 129), "of 129 two-byte letters", .limit),
    store("a\nb", "with a line feed", .text), store("a\u{0}", "with U+0000", .text),
    store("a\u{7F}", "with DEL", .text), store("a\u{85}", "with a C1 control", .text),
    store("a\u{AD}", "with a soft hyphen", .text), store("a\u{200B}", "with a zero-width space", .text),
    store("a\u{FEFF}", "with a byte order mark", .text), store("a\u{2028}", "with a line separator", .text),
    store("e\u{301}", "in NFD", .text), store("é", "in NFC", nil), store("\u{212B}", "with the ångström sign", .text),
    store("\u{1100}\u{1161}", "with jamo that compose", .text), store("각", "in Hangul", nil),
    store("👨‍👩‍👧", "with joiners", .text), store("\u{E0041}", "with a tag character", .text),
    store("../../etc/passwd", "that looks like a path", nil), store("$(reboot)", "that looks like a command", nil),
    LimitSample(
      Effect.self, ["kind": "reloadTimelines", "widget": .string(String(repeating: "w", count: 129))],
      "widget of 129 bytes", at: "/widget"),
    LimitSample(
      Effect.self, ["kind": "cancelNotifications", "ids": ["a", .string(String(repeating: "i", count: 129))]],
      "notification of 129 bytes", at: "/ids/1"),
  ]

  private static func body(_ text: String, _ title: String, _ kind: WireError.Kind?) -> LimitSample {
    LimitSample(
      Effect.self,
      [
        "body": .string(text), "id": "i", "kind": "scheduleNotification", "level": "active", "title": "",
      ], "body \(title)", kind: kind ?? .limit, at: kind == nil ? nil : "/body")
  }

  static let texts: [LimitSample] =
    [
      body("", "without text", nil), body(String(repeating: "a", count: 4_096), "of 4096 bytes", nil),
      body(String(repeating: "a", count: 4_097), "of 4097 bytes", .limit), body("a\nb", "of two lines", nil),
      body("a\tb", "with a tab", .text), body("a\rb", "with a carriage return", .text),
      body("\u{1B}[31m", "with an escape sequence", .text), body("👨‍👩‍👧", "with an emoji of joiners", nil),
      body("می‌خواهم", "in Persian with a non-joiner", nil), body("e\u{301}", "in NFD", .text),
      body("<b>&amp;%s`rm -rf /`</b>", "with markup and shell", nil),
    ]
    + [0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069].compactMap(Unicode.Scalar.init).map {
      body("a\($0)b", "with the bidi control U+\(String($0.value, radix: 16))", .text)
    }
    + [
      shield("title", 256), shield("subtitle", 1_024), shield("primaryButton", 128), shield("secondaryButton", 128),
    ].flatMap(\.self)

  private static func shield(_ member: String, _ maximum: Int) -> [LimitSample] {
    [maximum, maximum + 1].map { count in
      LimitSample(
        ShieldConfigurationResult.self,
        ["configuration": [member: ["color": "#00000000", "text": .string(String(repeating: "x", count: count))]]],
        "\(member) of \(count) bytes", at: count > maximum ? "/configuration/\(member)/text" : nil)
    }
  }
}
