// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary

/// Handles the reports of usage sources and clocks: sets the rules' clock and zone, shows events on the timeline, and
/// journals what `explain` needs to account for time that is neither use nor known idleness.
final class SourceNews {
  let memory: DeviceMemory
  let persons: PersonDesk
  let chronicle: Chronicle
  let notices: Notices
  let widgets: Widgets
  let filters: Filters

  init(_ owners: Owners, notices: Notices, widgets: Widgets, filters: Filters) {
    memory = owners.memory
    persons = owners.persons
    chronicle = owners.chronicle
    self.notices = notices
    self.widgets = widgets
    self.filters = filters
  }

  private var now: Timestamp { memory.state.now }

  /// - Throws: `HostError` for a time zone that does not exist. Nothing has changed then.
  func take(_ event: SourceEvent, _ turn: Turn) throws {
    switch event {
    case .appeared(let place):
      note(.appeared, at: now, detail: place.rawValue)
      turn.tell(HostEvent(at: now, .source, "source appeared", detail: place.spoken))
    case .lost(let place, let loss):
      note(.lost, at: now, detail: "\(place.rawValue) \(loss.rawValue)")
      turn.tell(HostEvent(at: now, .source, "source lost", detail: "\(place.spoken): \(loss.spoken)"))
    case .blind(let track, let why, let since):
      note(.blind(track), at: since, detail: why.rawValue)
      turn.tell(HostEvent(at: now, .source, "\(track.spoken) unknown", detail: "since \(minute(since)): \(why.spoken)"))
    case .sighted(let track, let time):
      note(.sighted(track), at: time)
      turn.tell(HostEvent(at: now, .source, "\(track.spoken) known again"))
    case .clockJumped(let time):
      note(.clockJumped, at: time, detail: "\(time.milliseconds(since: now))")
      let before = now
      // A clock that is set forward brings no change nearer.
      if !persons.changes.changes.isEmpty {
        try persons.changeChanges(turn) { $0.shift(by: time.milliseconds(since: before)) }
      }
      memory.change { rules, state in rules.jump(to: time, in: &state) }
      notices.findAgain()
      try filters.follow(turn)
      try widgets.clockWasSet(from: before, turn)
      try notices.fireDue(turn)
    case .clockSet(let milliseconds, let response):
      note(.clockSet, at: now, detail: "\(milliseconds) \(response.rawValue)")
      turn.tell(HostEvent(at: now, .clock, "clock set", detail: response.spoken(of: milliseconds)))
    case .suspended(let span):
      note(.suspended, at: span.start)
      note(.resumed, at: span.end)
      turn.tell(
        HostEvent(at: now, .clock, "computer slept", detail: "from \(minute(span.start)) to \(minute(span.end))"))
    case .zoneChanged(let place): try move(to: place, turn)
    case .clockMarked(let mark): try turn.transaction.setValue(mark, HostMeta.clockMark)
    }
  }

  /// Moves the device to another time zone. The ledger's days and minutes follow from the next input on; the person's
  /// calendar stays the same.
  private func move(to there: CalendarPlace, _ turn: Turn) throws {
    let place = CalendarPlace(calendar: memory.state.place.calendar, timeZone: there.timeZone)
    let calendar = try HostCalendar(timeZone: place.timeZone)
    let old = memory.state.place.timeZone
    memory.change { rules, state in rules.setPlace(place, in: &state) }
    notices.findAgain()
    note(.zoneChanged, at: now, detail: place.timeZone)
    turn.tell(HostEvent(at: now, .clock, "zone changed", detail: "from \(old) to \(place.timeZone)"))
    turn.afterCommit { self.chronicle.move(to: calendar) }
  }

  private func minute(_ time: Timestamp) -> String { chronicle.calendar.minute(time) }

  private func note(_ reason: ReasonCode.Source, at time: Timestamp, detail: String? = nil) {
    chronicle.note(JournalEntry(at: time, reason: .source(reason), detail: detail))
  }
}
