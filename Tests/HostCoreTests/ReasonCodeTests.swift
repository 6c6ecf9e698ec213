// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

@testable import HostCore

/// Checks that one table explains every code that `explain` can print.
@Suite struct ReasonCodeTests {
  private static let path = HostProgram.root + "/docs/reason-codes.md"
  private static let codes = ReasonCodePage.sections.flatMap(\.codes)

  @Test func `explains each code once`() {
    let written = Self.codes.map(\.rawValue)
    #expect(written.count > 90 && Set(written).count == written.count)
    for line in ReasonCodePage.text.split(separator: "\n") where line.hasPrefix("| `") {
      #expect(line.hasSuffix(". |"), "\(line)")
    }
  }

  @Test func `matches the table in docs`() throws {
    if ProcessInfo.processInfo.environment["SALLYPORT_REGENERATE"] == "1" {
      try ReasonCodePage.text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == ReasonCodePage.text)
  }

  @Test(arguments: [
    ("crash.SIGSEGV", "The process crashed with this signal."), ("exit.3", "The process exited with this status."),
    ("exit.withoutReply", "The process exited while a reply was pending."),
    ("attempt.violation.line.syntax", "The process broke this rule of the wire's protocol."),
    ("attempt.late", "The reply came after the deadline, within the grace that follows it."),
    ("unresponsive.notReading", "The process did not read its input, or did not answer."),
    (
      "unresponsive.starved",
      "The deadline passed while a control group kept the process from the processor; no failure of its build."
    ),
  ])
  func `finds the sentence of a code with a variable part`(_ code: String, _ sentence: String) {
    #expect(ReasonCode(rawValue: code).sentence == sentence)
  }

  @Test(arguments: ["", "nonsense", "crash.", "attempt.nonsense", "exit.x", "exit.007", "error.-", "stop"])
  func `has no sentence for text that is not a code`(_ code: String) {
    #expect(ReasonCode(rawValue: code).sentence == nil)
  }

  @Test func `has a code for each kind of wire error`() {
    let codes = (-32_700...1_310).map { ErrorCode(rawValue: Int64($0)) }.filter { $0.kind != nil }
    #expect(codes.count > 20)
    for code in codes {
      guard case .attempt(let word) = ReasonCode(code) else { return #expect(Bool(false), "\(code)") }
      #expect(word.rawValue == code.kind)
    }
    #expect(ReasonCode(ErrorCode(rawValue: 1_999)) == .error(number: 1_999))
  }

  /// A comparison of text would miss a renamed code, and match another that begins the same.
  @Test func `no source compares the text of a reason code`() throws {
    let textual =
      /reason(\.rawValue)?\)?( [!=]= "|\.hasPrefix|\.hasSuffix|\.contains\(")|(hasPrefix|where: )\(?\w*reason/
    for folder in ["Sources/Host", "Sources/Proofs", "Sources/Tools", "Sources/SDK"] {
      let base = URL(filePath: HostProgram.root + "/" + folder)
      let files = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
      for file in files ?? [] where file.pathExtension == "swift" {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
          #expect(line.firstMatch(of: textual) == nil, "\(file.lastPathComponent): \(line)")
        }
      }
    }
  }
}
