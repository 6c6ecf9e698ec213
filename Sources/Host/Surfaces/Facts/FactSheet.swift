// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A page of facts for the person: a heading, and terms with phrases. It contains the host's own text and names of
/// items, and nothing that an extension drew.
package struct FactSheet: Hashable, Sendable {
  package struct Fact: Hashable, Sendable {
    /// The meaning of a fact, shown only as a colour in HTML. The text expresses it as well.
    package enum Tone: String, Hashable, Sendable { case told, withheld, stopped, plain }

    package var term: String
    /// The phrases, shown one after another; if empty, “nothing” is shown.
    package var phrases: [String]
    package var tone: Tone

    package init(_ term: String, _ phrases: [String], tone: Tone = .plain) {
      self.term = term
      self.phrases = phrases
      self.tone = tone
    }
  }

  /// An action that the person can take, with its command.
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
