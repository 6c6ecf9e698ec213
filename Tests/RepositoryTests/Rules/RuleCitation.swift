// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The rules cited in a test's name: `(N3–N9, D3)`.
///
/// Every parenthesis is read; one that does not start with an id is prose. Ids of other pages have two letters or more
/// (`GRT-1`, `CS4`) or name their page (`views V4`), and sections other than the rows of §8 (`§3`) are not rules. The
/// table leaves all of these out.
struct RuleCitation: Equatable {
  private(set) var ids: [String] = []
  /// Text that resembles an id but is not a valid one.
  private(set) var unreadable: [String] = []

  init(name: String) {
    for group in name.matches(of: /\(([^()]*)\)/) {
      let items = String(group.output.1).replacing(" and ", with: ", ").split(separator: ",")
      for item in items { read(item.drop { $0 == " " }) }
    }
  }

  private mutating func read(_ item: Substring) {
    guard item.firstMatch(of: /^(?:[A-Z]|§8\.)[0-9]/) != nil else { return }
    let ends = item.split(separator: "–", maxSplits: 1, omittingEmptySubsequences: false).map { RuleID($0) }
    guard let first = ends[0], let last = ends[ends.count - 1], first.chapter == last.chapter,
      ends.count == 1 || first.number < last.number
    else { return unreadable.append(String(item)) }
    ids += (first.number...last.number).map { RuleID(chapter: first.chapter, number: $0).description }
  }
}
