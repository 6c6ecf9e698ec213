// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One page for the person: the same value in the console, in files and in the terminal.
package struct Page: Codable, Hashable, Sendable {
  package var address: PageAddress
  package var title: Phrase
  /// The sentence that answers the page's question.
  package var says: Phrase
  /// Notices above the title, such as an open prompt or a lost source.
  package var notices: [Notice]
  package var sections: [Section]
  /// The device's time, `10:02`.
  package var asOf: String
  /// A BCP 47 tag.
  package var language: String

  package init(
    _ address: PageAddress, title: Phrase, says: Phrase, notices: [Notice] = [], sections: [Section], asOf: String,
    language: String
  ) {
    self.address = address
    self.title = title
    self.says = says
    self.notices = notices
    self.sections = sections
    self.asOf = asOf
    self.language = language
  }

  /// Every page that it links to, in order.
  package var links: [PageAddress] {
    notices.compactMap(\.link)
      + sections.flatMap { section in
        (section.table?.rows ?? []).flatMap { $0.compactMap(\.link) }
          + (section.figure?.rows ?? []).flatMap { $0.parts.compactMap(\.link) }
      }
  }

  package struct Notice: Codable, Hashable, Sendable {
    package var says: Phrase
    package var link: PageAddress?

    package init(_ says: Phrase, link: PageAddress? = nil) {
      self.says = says
      self.link = link
    }
  }

  /// A part of the page under its own heading. Its contents are shown in the order of the members.
  package struct Section: Codable, Hashable, Sendable {
    package var heading: Phrase
    /// The name under which a cell of the page leads here; the section is hidden until it is chosen.
    package var anchor: String?
    /// Shown as paragraphs.
    package var text: [Phrase]
    package var figure: Figure?
    package var table: Table?
    package var picture: Picture?
    package var picker: ItemPicker?
    package var passcode: PasscodeForm?
    package var controls: [Control]
    /// Whether the section is closed at first, because it is long and seldom needed.
    package var isFolded: Bool

    package init(
      _ heading: Phrase, anchor: String? = nil, text: [Phrase] = [], figure: Figure? = nil, table: Table? = nil,
      picture: Picture? = nil,
      picker: ItemPicker? = nil, passcode: PasscodeForm? = nil, controls: [Control] = [],
      isFolded: Bool = false
    ) {
      self.heading = heading
      self.anchor = anchor
      self.text = text
      self.figure = figure
      self.table = table
      self.picture = picture
      self.picker = picker
      self.passcode = passcode
      self.controls = controls
      self.isFolded = isFolded
    }
  }

  package struct Table: Codable, Hashable, Sendable {
    package var caption: Phrase
    package var columns: [String]
    package var rows: [[Cell]]

    package init(_ caption: Phrase, columns: [String], rows: [[Cell]]) {
      self.caption = caption
      self.columns = columns
      self.rows = rows
    }
  }

  package struct Cell: Codable, Hashable, Sendable {
    package var says: Phrase
    /// The number behind a figure, in milliseconds.
    package var milliseconds: Int64?
    package var link: PageAddress?
    /// A section of the same page that the cell leads to.
    package var anchor: String?
    package var controls: [Control]

    package init(
      _ says: Phrase, milliseconds: Int64? = nil, link: PageAddress? = nil, anchor: String? = nil,
      controls: [Control] = []
    ) {
      self.says = says
      self.milliseconds = milliseconds
      self.link = link
      self.anchor = anchor
      self.controls = controls
    }
  }

  /// A surface as its family drew it, as SVG.
  package struct Picture: Codable, Hashable, Sendable {
    /// A description in words.
    package var describes: Phrase
    package var light: String
    package var dark: String

    package init(_ describes: Phrase, light: String, dark: String) {
      self.describes = describes
      self.light = light
      self.dark = dark
    }
  }
}
