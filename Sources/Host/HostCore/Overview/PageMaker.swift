// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Pages
import PrivacyBoundary
package import ScreenTimeRules
import ScreenTimeStore

/// Makes the person's pages from the device. Making a page causes nothing: no launch, delivery, drawing or entry.
package struct PageMaker {
  let facts: DeviceFacts
  /// Whether items have numbers instead of names.
  let hidesNames: Bool
  /// Whether a guardian's passcode is set.
  let hasPasscode: Bool

  package init(_ facts: DeviceFacts, hasPasscode: Bool, hidesNames: Bool = false) {
    self.facts = facts
    self.hasPasscode = hasPasscode
    self.hidesNames = hidesNames
  }

  /// - Throws: `HostError` if the page is about something that is not in this state.
  package func page(_ address: PageAddress) throws -> Page {
    switch address.kind {
    case .today: try today()
    case .week: try week(address.subject)
    case .day: try day(address.subject)
    case .item: try item(address)
    case .shields: try shields()
    case .requests: try requests()
    case .families: try families()
    case .family: try family(address)
    case .ledger: try ledger()
    case .use: try use(address)
    case .shield: try shield(address)
    case .extensions: try extensions()
    case .device: try device()
    case .gallery: try gallery()
    case .trace: try trace(address.subject)
    }
  }

  func page(
    _ address: PageAddress, title: Phrase, says: Phrase, _ sections: [Page.Section]
  ) throws -> Page {
    Page(
      address, title: title, says: says, notices: replacement() + (address.kind == .requests ? [] : try notices()),
      sections: sections,
      asOf: moment(now), language: "en")
  }

  /// The notice of a pending passcode replacement. Every page shows it, so that the guardian can cancel one that
  /// somebody else requested (CON-19).
  private func replacement() -> [Page.Notice] {
    facts.waitingReplacement.map {
      [
        Page.Notice(
          "At \(moment($0.until)) the guardian’s passcode is replaced without the recovery code, unless that is cancelled.",
          link: .requests)
      ]
    } ?? []
  }

  /// Notices at the top of a page: open questions and blind sources.
  private func notices() throws -> [Page.Notice] {
    let open = facts.openPrompts.count
    var notices: [Page.Notice] = []
    if open > 0 {
      notices.append(
        Page.Notice(
          open == 1 ? "One question waits for an answer." : "\(open) questions wait for answers.", link: .requests)
      )
    }
    if let blind = try unseenTimes().last(where: { $0.span.end == now }) {
      notices.append(Page.Notice("\(blind.cause.spoken) since \(moment(blind.span.start)).", link: .device))
    }
    return notices
  }

  // MARK: - The guardian

  var isChildsDevice: Bool { facts.owners.configuration.authorization.person == .child }
  /// Whether the acts that a child may not do on a device of their own need the passcode, as `GuardianDoor` decides.
  var guardianDecides: Bool { isChildsDevice && hasPasscode }

  // MARK: - Time

  var now: Timestamp { facts.state.now }
  var calendar: HostCalendar { facts.owners.chronicle.calendar }

  /// The local days of a page, each with its end.
  struct Day {
    var start: Timestamp
    var end: Timestamp
    var name: String

    var span: TimeSpan { TimeSpan(start: start, end: end) }
  }

  /// The day that contains an instant. A run that ends at midnight has not begun the next day.
  var presentDay: Day { day(of: now.advanced(by: -1)) }

  func day(of time: Timestamp) -> Day { day(calendar.calendar.startOfDay(for: time.date)) }

  func day(_ start: Date) -> Day {
    let end = calendar.calendar.date(byAdding: .day, value: 1, to: start) ?? start
    return Day(start: Timestamp(start), end: Timestamp(end), name: calendar.day(Timestamp(start)))
  }

  /// - Throws: `HostError` for text that is not a date.
  func day(named name: String) throws(HostError) -> Day {
    guard let match = name.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/), let year = Int(match.1), year >= 1_970,
      let month = Int(match.2), let day = Int(match.3),
      let date = calendar.calendar.date(from: DateComponents(year: year, month: month, day: day)),
      calendar.day(Timestamp(date)) == name
    else { throw HostError(.usage, "“\(name)” is not a date; use YYYY-MM-DD.") }
    return self.day(date)
  }

  func days(_ count: Int, endingWith last: Day) -> [Day] {
    (0..<count).reversed().compactMap {
      calendar.calendar.date(byAdding: .day, value: -$0, to: last.start.date).map(day)
    }
  }

  /// `2026-11-20 18:15:07`, or only the time of the present day.
  func moment(_ time: Timestamp) -> String {
    let seconds = calendar.calendar.component(.second, from: time.date)
    let clock = calendar.minute(time) + (seconds < 10 ? ":0\(seconds)" : ":\(seconds)")
    return presentDay.start <= time && time <= presentDay.end ? clock : "\(calendar.day(time)) \(clock)"
  }

  /// The days of a span, such as `2026-11-20`.
  ///
  /// - Throws: `HostError` if there are more.
  package func dayNames(in span: TimeSpan, atMost most: Int) throws(HostError) -> [String] {
    var names: [String] = []
    var next = day(of: span.start)
    while next.start < span.end {
      names.append(next.name)
      guard names.count <= most else { throw HostError(.usage, "The span has more than \(most) days.") }
      guard next.end > next.start else { break }
      next = day(of: next.end)
    }
    return names
  }

  func unseen(from start: Timestamp, to end: Timestamp) throws -> [UnseenTime] {
    try unseenTimes().compactMap { time in
      let span = TimeSpan(start: max(time.span.start, start), end: min(time.span.end, end))
      return span.start < span.end ? UnseenTime(span, time.cause) : nil
    }
  }

  /// All of them, oldest first. One that lasts ends now.
  private func unseenTimes() throws -> [UnseenTime] {
    try facts.store.read { reader in
      SourceJournal.unseen(in: try reader.journal(of: SourceJournal.reasons, until: now), until: now)
    }
  }

  // MARK: - Words

  static func count(_ number: Int, _ one: String, _ several: String) -> String {
    "\(number) \(number == 1 ? one : several)"
  }

  /// Such as `1 h 05 min 12 s`.
  static func duration(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    let (hours, minutes, rest) = (seconds / 3_600, seconds % 3_600 / 60, seconds % 60)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if hours > 0 { return "\(hours) h \(two(minutes)) min \(two(rest)) s" }
    return minutes > 0 ? "\(minutes) min \(two(rest)) s" : "\(rest) s"
  }

  /// A length that someone chose: whole minutes have no seconds, and whole hours no minutes.
  static func roundDuration(_ seconds: Int64) -> String {
    guard seconds > 0, seconds.isMultiple(of: 60) else { return duration(seconds * 1_000) }
    let (hours, minutes) = (seconds / 3_600, seconds % 3_600 / 60)
    return [hours > 0 ? "\(hours) h" : nil, minutes > 0 ? "\(minutes) min" : nil].compactMap(\.self)
      .joined(separator: " ")
  }

  func weekday(_ day: Day) -> String {
    let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    return names[(calendar.calendar.component(.weekday, from: day.start.date) - 1) % 7]
  }

  /// A day as people say it: “Sun 22 Nov 2026” for `2026-11-22`.
  func spoken(_ name: String) -> String {
    guard let day = try? day(named: name) else { return name }
    return "\(weekday(day).prefix(3)) \(SpokenDay(name)) \(name.prefix(4))"
  }

  func cell(_ milliseconds: Int64, link: PageAddress? = nil) -> Page.Cell {
    Page.Cell(Phrase(Self.duration(milliseconds)), milliseconds: milliseconds, link: link)
  }

  /// A length that someone chose, as a number of its row.
  func chosenCell(_ milliseconds: Int64) -> Page.Cell {
    Page.Cell(Phrase(Self.roundDuration(milliseconds / 1_000)), milliseconds: milliseconds)
  }

  var words: ReasonWords {
    ReasonWords(instant: moment, duration: Self.duration, item: { plainName($0) })
  }

  func family(_ id: FamilyID?) -> Phrase { .name(facts.parts.names.display(id)) }
}

extension UnseenTime.Cause {
  var spoken: Phrase {
    switch self {
    case .asleep: "The computer slept"
    case .blind(.focus): "No source can see what is in front"
    case .blind(.web): "No source can see websites"
    case .blind(.presence): "No source can see whether a person is there"
    }
  }
}
