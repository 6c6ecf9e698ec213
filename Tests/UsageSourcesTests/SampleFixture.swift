// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import UsageSources

/// Short forms of records and export files.
enum SampleFixture {
  static func sample(
    _ claim: UsageSample.Claim, _ start: Int64, _ end: Int64, source: UsageSample.Source = .replay,
    stream: String = "replay/a", resolution: Int64 = 1, boot: UsageSample.Boot? = nil
  ) -> UsageSample {
    UsageSample(
      source: source, stream: stream, claim: claim, start: Timestamp(milliseconds: start),
      end: Timestamp(milliseconds: end), resolution: resolution, boot: boot)
  }

  /// A span as text: `0–10 app web present`.
  static func text(_ span: UseSpan) -> String {
    var parts = ["\(span.start.milliseconds)–\(span.end.milliseconds)"]
    if let app = span.app { parts.append(app.id) }
    if let web = span.web { parts.append(web.id) }
    if span.isPresent { parts.append("present") }
    if !span.presenceKnown { parts.append("unknown") }
    return parts.joined(separator: " ")
  }

  /// An ActivityWatch event at seconds after a fixed midnight; files list the newest event first.
  static func event(_ second: Double, _ duration: Double, _ data: String) -> String {
    let milliseconds = Int64((second * 1_000).rounded())
    let parts = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1_000 % 60].map { part in
      part < 10 ? "0\(part)" : "\(part)"
    }
    let fraction = milliseconds % 1_000 == 0 ? "" : ".\(String(1_000 + milliseconds % 1_000).dropFirst())000"
    return
      "{\"id\":1,\"timestamp\":\"2020-06-27T\(parts.joined(separator: ":"))\(fraction)+00:00\",\"duration\":\(duration),\"data\":{\(data)}}"
  }

  static func export(_ buckets: [(name: String, type: String, events: [String])]) -> Data {
    let texts = buckets.map { bucket in
      "\"\(bucket.name)\":{\"id\":\"\(bucket.name)\",\"created\":\"x\",\"name\":null,\"type\":\"\(bucket.type)\",\"hostname\":\"h\",\"events\":[\(bucket.events.joined(separator: ","))]}"
    }
    return Data("{\"buckets\":{\(texts.joined(separator: ","))}}".utf8)
  }

  /// Midnight of the events above.
  static let midnight: Int64 = 1_593_216_000_000
}
