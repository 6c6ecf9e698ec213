// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Usage files as text: Monday, 19 October 2026, in UTC.
enum UsageLines {
  static let midnight: Int64 = 1_792_368_000_000

  static func at(_ minute: Double) -> Int64 { midnight + Int64(minute * 60_000) }

  /// One record of an application in the foreground.
  static func app(_ id: String = "org.gnome.TextEditor", from start: Double, to end: Double) -> String {
    record("\"kind\":\"app\",\"id\":\"\(id)\"", "window", from: start, to: end)
  }

  /// One record of a page in the foreground.
  static func site(_ domain: String, from start: Double, to end: Double) -> String {
    record("\"kind\":\"web\",\"id\":\"\(domain)\"", "web", from: start, to: end)
  }

  /// One record of a present person.
  static func active(from start: Double, to end: Double) -> String {
    record("\"kind\":\"active\"", "afk", from: start, to: end)
  }

  private static func record(_ claim: String, _ stream: String, from start: Double, to end: Double) -> String {
    "{\"v\":1,\"source\":\"aw-file\",\"stream\":\"\(stream)\",\(claim),\"start\":\(at(start)),\"end\":\(at(end)),"
      + "\"resolution\":1000}"
  }

  static func file(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// Three hours of use of a text editor, from eight.
  static let morning = file([active(from: 480, to: 660), app(from: 480, to: 660)])
}
