// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A page of plain facts for the person: a heading, and lines of phrases behind a few words. The host's own words and
/// names of items; nothing that an extension drew.
package struct FactSheet: Hashable, Sendable {
  package struct Fact: Hashable, Sendable {
    /// How a fact is to be taken in, told by colour in HTML and by nothing else: the words say it too.
    package enum Tone: String, Hashable, Sendable { case told, withheld, stopped, plain }

    package var term: String
    /// Shown one after another; none: “nothing”.
    package var phrases: [String]
    package var tone: Tone

    package init(_ term: String, _ phrases: [String], tone: Tone = .plain) {
      self.term = term
      self.phrases = phrases
      self.tone = tone
    }
  }

  /// What the person can do about it, with the command that does it.
  package struct SuggestedAction: Hashable, Sendable {
    package var what: String
    package var command: String

    package init(_ what: String, command: String) {
      self.what = what
      self.command = command
    }
  }

  package var title: String
  package var when: String
  package var standing: [String]
  package var facts: [Fact]
  package var acts: [SuggestedAction]

  package init(title: String, when: String, standing: [String], facts: [Fact], acts: [SuggestedAction]) {
    self.title = title
    self.when = when
    self.standing = standing
    self.facts = facts
    self.acts = acts
  }
}
