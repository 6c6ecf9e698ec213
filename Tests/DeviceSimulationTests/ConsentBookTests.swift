// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeVocabulary
import Testing

@testable import DeviceSimulation

/// What counts as the person's consent in a simulation (H10).
@Suite struct ConsentBookTests {
  private static let family = FamilyID("family0")
  private static let prompt = Prompt.authorization(family, as: .individual, by: .owner)
  private static let week: Int64 = 7 * 86_400_000
  private let (first, second, third): (PromptID, PromptID, PromptID)
  private let start = Timestamp(milliseconds: 0)

  init() throws {
    let ids = try JSONDecoder().decode(
      [PromptID].self, from: Data(#"[{"number":1},{"number":2},{"number":3}]"#.utf8))
    (first, second, third) = (ids[0], ids[1], ids[2])
  }

  /// A state in which the family is approved.
  private var approved: DeviceState {
    var state = DeviceState(now: start, place: CalendarPlace(calendar: "gregorian", timeZone: "UTC"))
    state.families[Self.family] = FamilyState()
    state.families[Self.family]?.authorization = .approved
    return state
  }

  @Test func `an approval without an answer is found once (H10)`() {
    var book = ConsentBook()
    book.took(.prompt(first, Self.prompt), at: start)
    #expect(book.unexplained(in: approved) == [Self.family])
    #expect(book.unexplained(in: approved) == [])
  }

  @Test func `an answer to an open prompt approves its family (H10)`() {
    var book = ConsentBook()
    book.took(.prompt(first, Self.prompt), at: start)
    #expect(book.said(.said(.approved), to: Self.prompt, first, at: start) == nil)
    #expect(book.unexplained(in: approved) == [])
  }

  @Test(arguments: [week - 1, week])
  func `a prompt that closed without an answer may be answered once within seven days (H10)`(_ time: Int64) {
    var book = ConsentBook()
    book.took(.prompt(first, Self.prompt), at: start)
    book.took(.closePrompt(first), at: start)
    let late = book.said(.said(.approved), to: Self.prompt, first, at: start.advanced(by: time))
    #expect(late?.family == (time < Self.week ? Self.family : nil))
    #expect(book.unexplained(in: approved).isEmpty == (time < Self.week))
    #expect(book.said(.said(.approved), to: Self.prompt, first, at: start) == nil)
  }

  @Test func `a later prompt takes the place of an earlier one, and its answer ends it (H10)`() {
    var book = ConsentBook()
    for id in [first, second] {
      book.took(.prompt(id, Self.prompt), at: start)
      book.took(.closePrompt(id), at: start)
    }
    #expect(book.said(.said(.approved), to: Self.prompt, first, at: start) == nil)
    #expect(book.unexplained(in: approved) == [Self.family])
    book.took(.prompt(third, Self.prompt), at: start)
    #expect(book.said(.said(.approved), to: Self.prompt, third, at: start) == nil)
    #expect(book.said(.said(.approved), to: Self.prompt, second, at: start) == nil)
  }

  @Test func `a prompt that was dropped with its call can't be answered (H10)`() {
    var book = ConsentBook()
    book.took(.prompt(first, Self.prompt), at: start)
    book.failed()
    #expect(book.said(.said(.approved), to: Self.prompt, first, at: start) == nil)
    #expect(book.unexplained(in: approved) == [Self.family])
  }
}
