// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Testing

/// The sessions of `wire.md#perform`. They are never edited: every build must read and write each of their lines.
@Suite struct WorkedSessionTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var session: String
    var number: Int
    var isFromHost: Bool
    var json: String

    var testDescription: String { "\(session) \(number)" }
  }

  static let sessions = ["monitor", "report", "shieldAction", "shieldConfiguration"]

  static func lines(of session: String) -> [Line] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/extensions/sessions")
    let text = (try? String(contentsOf: folder.appending(path: "\(session).txt"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").enumerated().map { number, line in
      Line(session: session, number: number + 1, isFromHost: line.hasPrefix("→ "), json: String(line.dropFirst(2)))
    }
  }

  @Test func `has all lines of the specification`() {
    #expect(Self.sessions.map { Self.lines(of: $0).count } == [10, 6, 6, 4])
  }

  @Test(arguments: sessions.flatMap(lines)) func `decodes and encodes a line unchanged`(_ line: Line) throws {
    let origin: WireOrigin = line.isFromHost ? .host : .extension
    let wire = try Wire.value(line.json)
    if line.isFromHost { #expect(Wire.text(wire) == line.json, "a line of the host is canonical") }
    let envelope = try Envelope(wire: wire, from: origin)
    #expect(Wire.text(try Self.typed(envelope, of: line, from: origin).wire) == Wire.text(wire))
  }

  /// Decodes and encodes the content of the envelope in its type.
  private static func typed(_ envelope: Envelope, of line: Line, from origin: WireOrigin) throws -> Envelope {
    func through<Value: WireConvertible>(_ type: Value.Type, _ wire: WireValue) throws -> WireValue {
      // Decode as from an extension too, which refuses unknown members: a golden line has none.
      _ = try Value(wire: wire, at: "", from: .extension)
      return try Value(wire: wire, at: "", from: origin).wire
    }
    func body(_ method: String, _ params: WireValue) throws -> WireValue {
      switch Method(rawValue: method) {
      case .hello: try through(HelloParams.self, params)
      case .perform: try through(PerformParams.self, params)
      case .data: try through(ReportData.self, params)
      case .ack: try through(Ack.self, params)
      case .commit: try through(CommitParams.self, params)
      case .shutdown: try through(Shutdown.self, params)
      default: throw WireError(at: "/method", "occurs in no session")
      }
    }
    switch envelope {
    case .request(let id, let method, let params):
      return .request(id: id, method: method, params: try body(method, params))
    case .notification(let method, let params): return .notification(method: method, params: try body(method, params))
    case .failure: return envelope
    case .result(RequestID(.host, 1), let result):
      return .result(id: RequestID(.host, 1), result: try through(HelloResult.self, result))
    case .result(RequestID(.host, 3), let result):
      #expect(result == [:])
      return envelope
    case .result(let id, let result):
      let typed =
        switch line.session {
        case "monitor": try through(EffectsResult.self, result)
        case "shieldAction": try through(ShieldActionResult.self, result)
        case "shieldConfiguration": try through(ShieldConfigurationResult.self, result)
        default: try through(ReportResult.self, result)
        }
      return .result(id: id, result: typed)
    }
  }
}
