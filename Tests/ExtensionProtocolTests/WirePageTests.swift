// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SchemaChecks
import Testing

/// `docs/wire.md` documents everything the host reads and writes, so that an extension can be written from it alone.
@Suite struct WirePageTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let page = (try? String(contentsOf: root.appending(path: "docs/wire.md"), encoding: .utf8)) ?? ""
  static let examples = PageExample.all(in: page)

  @Test(arguments: examples.filter { $0.language == "json" })
  func `shows only lines that the strict reader accepts`(_ example: PageExample) throws {
    let wire = try Wire.value(example.line)
    if example.isFromHost { #expect(Wire.text(wire) == example.line, "a line of the host is canonical") }
    let written = try example.roundTrip(wire)
    #expect(written == wire)
  }

  @Test func `has an example of each message, callback, effect, setting form and value`() throws {
    func words(_ member: String, in kinds: Set<String>) throws -> Set<String> {
      let lines = Self.examples.filter { kinds.contains($0.kind) }
      return Set(try lines.compactMap { try Wire.value($0.line)[member]?.text })
    }
    #expect(try words("/method", in: ["host", "extension"]) == Set(Method.allCases.map(\.rawValue)))
    #expect(try words("/kind", in: ["effect"]) == Set(Effect.Kind.allCases.map(\.rawValue)))
    let keys = try words("/key", in: ["setting", "effect"]).compactMap(SettingKey.init(rawValue:))
    #expect(Set(keys.map(\.form)) == Set(SettingKey.allCases.map(\.form)))
    let monitor = MonitorCallback.allCases.map(\.rawValue)
    let others =
      ["activate", "stateChanged", "app.openURL", "app.tap", "configuration", "handle", "makeReport"]
      + ["app.continueActivity", "intent.perform"] + WidgetCallback.Name.allCases.map(\.rawValue)
      + FocusCallback.Name.allCases.map(\.rawValue)
    let shown = Self.examples.filter { $0.kind == "arguments" }.map(\.detail)
    #expect(Set(shown) == Set(monitor + others))
  }

  @Test func `names every word of the protocol`() {
    var words = SettingKey.allCases.map(\.rawValue) + Capability.allCases.map(\.rawValue)
    words += ExtensionPoint.allCases.map(\.rawValue) + Feature.allCases.map(\.rawValue)
    words += StateChange.allCases.map(\.rawValue) + DeliveryInfo.Cause.allCases.map(\.rawValue)
    words += WidgetSize.allCases.map(\.rawValue) + WidgetVariant.allCases.map(\.rawValue)
    words += TimelineReason.allCases.map(\.rawValue) + NamedLimit.allCases.map(\.rawValue)
    words += ParameterType.Kind.allCases.map(\.rawValue) + DescribedIntent.Role.allCases.map(\.rawValue)
    words += DescriptionNote.Code.allCases.map(\.rawValue)
    words += ShieldButton.allCases.map(\.rawValue) + Shutdown.Reason.allCases.map(\.rawValue)
    words += (-32_768...2_000).compactMap { ErrorCode(rawValue: $0).kind }
    #expect(words.filter { !Self.page.contains($0) } == [])
  }

  /// The Python program of the page, on standard input and output, with the host's side of a session.
  @Test func `contains a monitor in Python that answers a session`() throws {
    let program = try #require(Self.page.components(separatedBy: "```python\n").dropFirst().first)
      .components(separatedBy: "```")[0]
    try Self.check("/usr/bin/python3", ["-c", program])
  }

  /// Extensions/CMonitor was written from the page alone.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "needs /usr/bin/cc"))
  func `is enough to write a monitor in C`() throws {
    let program = NSTemporaryDirectory() + "monitor-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: program) }
    let source = Self.root.appending(path: "Extensions/CMonitor/monitor.c").path
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/cc"), arguments: ["-Wall", "-Wextra", "-Werror", "-o", program, source, "-ljson-c"])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    try Self.check(program, [])
  }

  private static func check(_ program: String, _ arguments: [String]) throws {
    let lines = WorkedSessionTests.lines(of: "monitor").filter { $0.isFromHost && $0.json.contains("\"method\"") }
    let replies = try run(program, arguments, input: lines.map { $0.json + "\n" }.joined())
    #expect(replies.count == lines.count)
    for reply in replies { _ = try Envelope(wire: try Wire.value(reply), from: .extension) }
    let result = try Wire.value(try #require(replies.dropFirst().first))["/result"] ?? [:]
    #expect(try EffectsResult(wire: result, at: "", from: .extension).effects.count == 1)
  }

  private static func run(_ program: String, _ arguments: [String], input: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ["SALLYPORT_WIRE": "0:1", "LANG": "C.UTF-8"]
    let (reading, writing) = (Pipe(), Pipe())
    process.standardInput = reading
    process.standardOutput = writing
    try process.run()
    // A few kilobytes, less than the capacity of a pipe, so writing can't block.
    try reading.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try reading.fileHandleForWriting.close()
    let output = try writing.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
