// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The entries of a timeline, stored as one short text: a widget's row is written with each of its requests, and a
/// timeline may have 256 entries.
///
/// Each entry is `date number tree duration score`, the last one `-` without relevance; `;` is between two.
struct StoredEntries: Hashable, Codable, Sendable {
  var all: [WidgetArchive.Entry]

  init(_ all: [WidgetArchive.Entry]) { self.all = all }

  /// Also reads what the first hosts wrote, a list of objects.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      all = try container.decode([WidgetArchive.Entry].self)
      return
    }
    all = try text.split(separator: ";").map { part in
      let words = part.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 5, let date = Int64(words[0]), let number = Int(words[1]), let tree = Int(words[2]),
        let duration = Int64(words[3]), words[4] == "-" || Int64(words[4]) != nil
      else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "an entry is not five numbers") }
      return WidgetArchive.Entry(
        date: Timestamp(milliseconds: date), score: Int64(words[4]), durationS: duration, number: number,
        drawnAs: tree)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var text = ""
    for entry in all {
      if !text.isEmpty { text += ";" }
      text += "\(entry.date.milliseconds) \(entry.number) \(entry.tree) \(entry.durationS) "
      text += entry.score.map { "\($0)" } ?? "-"
    }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
