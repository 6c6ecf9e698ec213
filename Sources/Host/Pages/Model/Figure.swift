// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A chart. The table that follows it has the numbers.
package struct Figure: Codable, Hashable, Sendable {
  package enum Form: String, Codable, Hashable, Sendable {
    /// A bar per row, from left to right.
    case bars
    /// A column per day, stacked.
    case columns
    /// A line per row, with its spans in the day.
    case lanes
  }

  /// A stretch of a bar, column or lane.
  package struct Part: Codable, Hashable, Sendable {
    package enum Tone: String, Codable, Hashable, Sendable, CaseIterable {
      case first, second, third, fourth, fifth, other
      /// No source could see this time.
      case unknown
      case closed
    }

    /// In the unit of ``Figure/whole``.
    package var start: Int64
    package var length: Int64
    package var tone: Tone
    package var says: Phrase
    package var link: PageAddress?

    package init(start: Int64, length: Int64, tone: Tone, says: Phrase, link: PageAddress? = nil) {
      self.start = start
      self.length = length
      self.tone = tone
      self.says = says
      self.link = link
    }
  }

  package struct Row: Codable, Hashable, Sendable {
    package var label: Phrase
    package var parts: [Part]

    package init(_ label: Phrase, _ parts: [Part]) {
      self.label = label
      self.parts = parts
    }

    /// Keeps only the first parts, at most this many. The label then says how many there are.
    package init(_ label: Phrase, _ parts: [Part], atMost most: Int) {
      let isWhole = parts.count <= most
      self.init(
        isWhole ? label : "\(label) (first \(most) of \(parts.count))", isWhole ? parts : Array(parts.prefix(most)))
    }
  }

  package var form: Form
  package var title: Phrase
  /// The length of the axis, in milliseconds.
  package var whole: Int64
  package var rows: [Row]
  /// The meaning of the tones.
  package var legend: [Legend]
  /// Names of points on the axis, in milliseconds.
  package var ticks: [Tick]

  package struct Legend: Codable, Hashable, Sendable {
    package var tone: Part.Tone
    package var says: Phrase

    package init(_ tone: Part.Tone, _ says: Phrase) {
      self.tone = tone
      self.says = says
    }
  }

  package struct Tick: Codable, Hashable, Sendable {
    package var at: Int64
    package var says: String

    package init(_ at: Int64, _ says: String) {
      self.at = at
      self.says = says
    }
  }

  package init(
    _ form: Form, title: Phrase, whole: Int64, rows: [Row], legend: [Legend] = [], ticks: [Tick] = []
  ) {
    self.form = form
    self.title = title
    self.whole = max(1, whole)
    self.rows = rows
    self.legend = legend
    self.ticks = ticks
  }
}
