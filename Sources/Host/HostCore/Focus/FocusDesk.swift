// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// A question to a Focus filter that has no effects.
enum FilterQuery: Hashable {
  case describe(ProgramID)
  case suggest(ProgramID)
  case resolve(FocusFilterKey)
}

/// The Focus modes of the person, what families offer as filters, and the questions that wait.
final class FocusDesk {
  private(set) var state: FocusState
  private(set) var offers: Offers<FocusDescription>
  /// The first suggestion of each filter.
  private(set) var suggestions: Offers<FocusSuggestions>
  private(set) var waiting: [FilterQuery] = []
  /// The instant up to which schedules have been followed.
  private(set) var followedUntil: Timestamp?
  private(set) var nextEdge: Timestamp?
  private var saved: FocusState

  init(_ reader: StoreReader) throws {
    state = try reader.value(FocusState.self, HostMeta.focus) ?? FocusState()
    saved = state
    offers = try reader.value(Offers<FocusDescription>.self, HostMeta.focusOffers) ?? Offers()
    suggestions = try reader.value(Offers<FocusSuggestions>.self, HostMeta.focusSuggestions) ?? Offers()
    followedUntil = try reader.value(Timestamp.self, HostMeta.focusFollowed)
    nextEdge = .distantPast
  }

  func reload(_ reader: StoreReader) throws {
    let fresh = try FocusDesk(reader)
    (state, saved, offers, suggestions) = (fresh.state, fresh.saved, fresh.offers, fresh.suggestions)
    (followedUntil, waiting, nextEdge) = (fresh.followedUntil, [], .distantPast)
  }

  func change<Result, Failure: Error>(
    _ body: (inout FocusState) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(&state) }

  func isDue(at now: Timestamp) -> Bool { nextEdge.map { $0 <= now } ?? false }

  /// Notes that schedules were followed up to now.
  func followed(until now: Timestamp, in place: CalendarPlace, _ transaction: StoreTransaction) throws {
    followedUntil = now
    nextEdge = state.nextEdge(after: now, in: place)
    // Without a schedule there is nothing to catch up with after a restart.
    guard state.modes.contains(where: { $0.schedule != nil }) else { return }
    try transaction.setValue(now, HostMeta.focusFollowed)
  }

  /// The family's filters in force, as its requests tell it.
  func inForce(of family: FamilyID) -> [FilterValues] {
    state.inForce.filter { $0.key.family == family }.sorted { $0.key < $1.key }
      .map { FilterValues(intent: $0.key.intent, parameters: $0.value.compactMap(\.wireValue)) }
  }

  func described(_ key: FocusFilterKey) -> DescribedIntent? {
    offer(of: key.intent, key.family)?.description.intents.first { $0.intent == key.intent }
  }

  /// The program that describes an intent. Of several the first one performs it.
  func program(of intent: String, _ family: FamilyID) -> ProgramID? { offer(of: intent, family)?.program }

  private func offer(
    of intent: String, _ family: FamilyID
  ) -> (program: ProgramID, description: FocusDescription)? {
    offers.first(of: family) { $0.intents.contains { $0.intent == intent } }
  }

  /// The values of a filter that its family suggests first.
  func suggestion(of key: FocusFilterKey) -> [ParameterValue]? {
    suggestions.of(key.family).compactMap(\.offer.description).flatMap(\.suggestions)
      .first { $0.intent == key.intent }?.parameters
  }

  /// The defaults of a filter's parameters, which an `off` carries (FOCUS-F5).
  func defaults(of key: FocusFilterKey) -> [ParameterValue] {
    (described(key)?.parameters ?? []).compactMap { parameter in
      parameter.defaultValue.map { ParameterValue(name: parameter.name, value: $0) }
    }
  }

  // MARK: - Questions

  func ask(_ query: FilterQuery) { if !waiting.contains(query) { waiting.append(query) } }

  /// Takes the next question for a program. A question about an intent that no program describes stays unanswered.
  func takeQuery(of own: ProgramID) -> FilterQuery? {
    let index = waiting.firstIndex { query in
      switch query {
      case .describe(let program), .suggest(let program): program == own
      case .resolve(let key): program(of: key.intent, key.family) == own
      }
    }
    return index.map { waiting.remove(at: $0) }
  }

  func offers(_ offer: Offer<FocusDescription>, of program: ProgramID, in transaction: StoreTransaction) throws {
    offers[program] = offer
    try transaction.setValue(offers, HostMeta.focusOffers)
  }

  func suggests(_ offer: Offer<FocusSuggestions>, of program: ProgramID, in transaction: StoreTransaction) throws {
    suggestions[program] = offer
    try transaction.setValue(suggestions, HostMeta.focusSuggestions)
  }

  func forgetOffers(of family: FamilyID, in transaction: StoreTransaction) throws {
    offers.remove(family)
    suggestions.remove(family)
    try transaction.setValue(offers, HostMeta.focusOffers)
    try transaction.setValue(suggestions, HostMeta.focusSuggestions)
  }

  // MARK: - Store

  var hasUnsaved: Bool { state != saved }

  func save(in transaction: StoreTransaction) throws {
    guard hasUnsaved else { return }
    try transaction.setValue(state, HostMeta.focus)
    let written = state
    transaction.afterCommit { [self] in saved = written }
  }
}
