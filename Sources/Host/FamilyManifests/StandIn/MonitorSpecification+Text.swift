// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension MonitorSpecification {
  /// Reads all specifications of a family. One without a name is called `activity`, further ones `activity-2` and so on.
  ///
  /// - Parameter category: the code of a category that is named; `nil` if there is none of this name.
  /// - Throws: `MonitorSpecificationError` with one sentence.
  package static func list(
    _ texts: [String], category: @escaping (String) -> String?
  ) throws(MonitorSpecificationError) -> [MonitorSpecification] {
    guard texts.count <= most else {
      throw MonitorSpecificationError(texts[most], "there are \(texts.count), and \(most) are the most")
    }
    var all: [MonitorSpecification] = []
    for text in texts {
      var reader = SpecificationReader(text: text, category: category)
      let one = try reader.read(unnamed: all.count == 0 ? "activity" : "activity-\(all.count + 1)")
      guard !all.contains(where: { $0.name == one.name }) else {
        throw MonitorSpecificationError(text, "the name “\(one.name)” is given twice")
      }
      all.append(one)
    }
    return all
  }
}

/// Reads one specification, word by word.
private struct SpecificationReader {
  let text: String
  let category: (String) -> String?

  private func fault(_ what: String) -> MonitorSpecificationError { MonitorSpecificationError(text, what) }

  mutating func read(unnamed: String) throws(MonitorSpecificationError) -> MonitorSpecification {
    var words = text.split(separator: " ").map(String.init)[...]
    var name = unnamed
    if let first = words.first, first.hasSuffix(":") {
      name = try slug(String(first.dropLast()), of: "the activity")
      words.removeFirst()
    }
    guard let days = words.popFirst(), let hours = words.popFirst() else {
      throw fault("it needs days and times, such as “daily 00:00-24:00”")
    }
    let (start, end) = try times(hours)
    var one = MonitorSpecification(name: name, weekdays: try weekdays(days), start: start, end: end)
    for word in words { try add(word, to: &one) }
    guard Set(one.events.map(\.name)).count == one.events.count else { throw fault("two events have the same name") }
    return one
  }

  private func add(_ word: String, to one: inout MonitorSpecification) throws(MonitorSpecificationError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else { throw unknown(word) }
    let value = parts[1]
    switch parts[0] {
    case "limit":
      let name = one.events.isEmpty ? "limit" : "limit-\(one.events.count + 1)"
      one.events.append(.init(name: name, thresholdSeconds: try span(value)))
    case "warn": one.warningSeconds = try span(value)
    case "event", "past", "apps", "categories", "domains":
      guard var event = one.events.popLast() else {
        throw fault("“\(word)” belongs to a limit; write limit= before it")
      }
      try amend(&event, parts[0], value)
      one.events.append(event)
    default: throw unknown(word)
    }
  }

  private func unknown(_ word: String) -> MonitorSpecificationError {
    fault("“\(word)” is not known here; use limit=, event=, warn=, past=, apps=, categories= or domains=")
  }

  private func amend(
    _ event: inout MonitorSpecification.Event, _ key: String, _ value: String
  ) throws(MonitorSpecificationError) {
    let items = value.split(separator: ",").map(String.init)
    switch key {
    case "event": event.name = try slug(value, of: "the event")
    case "past":
      guard ["yes", "no"].contains(value) else { throw fault("past= is yes or no") }
      event.includesPastActivity = value == "yes"
    case "apps": event.applications += items
    case "domains": event.webDomains += items
    default:
      for item in items {
        guard let code = category(item) else {
          throw fault("“\(item)” is not a category; use a number from 1 to 12, or a name such as games")
        }
        event.categories.append(code)
      }
    }
  }

  private func slug(_ text: String, of what: String) throws(MonitorSpecificationError) -> String {
    let isSlug =
      (1...32).contains(text.utf8.count) && "a"..."z" ~= text.first ?? " "
      && text.allSatisfy { "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "-" }
    guard isSlug else {
      throw fault("the name of \(what), “\(text)”, is a letter, then up to 31 of a to z, digits and hyphens")
    }
    return text
  }

  private func weekdays(_ text: String) throws(MonitorSpecificationError) -> [MonitorSpecification.Weekday] {
    if text == "daily" { return [] }
    var chosen: Set<MonitorSpecification.Weekday> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        MonitorSpecification.Weekday(rawValue: String($0))
      }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else {
        throw fault("“\(text)” is not a choice of days; write daily, mon-fri or mon,wed")
      }
      var day = first
      chosen.insert(day)
      while day != last {
        day = day.next
        chosen.insert(day)
      }
    }
    return MonitorSpecification.Weekday.allCases.filter(chosen.contains)
  }

  /// Two times of day. Midnight at the end of a day is its last second (DEV-4).
  private func times(_ text: String) throws(MonitorSpecificationError) -> (Int64, Int64) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, let start = time(ends[0]), let end = ends[1] == "24:00" ? 86_399 : time(ends[1]) else {
      throw fault("“\(text)” is not a span of a day; write two times such as 08:00-20:30")
    }
    return (start, end)
  }

  private func time(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = digits(parts[0]),
      let minute = digits(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 3_600 + minute * 60
  }

  private func digits(_ text: Substring) -> Int64? { text.allSatisfy { "0"..."9" ~= $0 } ? Int64(text) : nil }

  /// Hours, minutes and seconds in this order, up to a week.
  private func span(_ text: String) throws(MonitorSpecificationError) -> Int64 {
    var (rest, total) = (Substring(text), Int64(0))
    for (unit, seconds) in [("h", 3_600), ("m", 60), ("s", 1)] as [(Character, Int64)] {
      guard let place = rest.firstIndex(of: unit) else { continue }
      guard let number = digits(rest[..<place]), number <= 604_800 else { break }
      total += number * seconds
      rest = rest[rest.index(after: place)...]
    }
    guard rest.isEmpty, (1...604_800).contains(total) else {
      throw fault("“\(text)” is not a duration; write up to a week, such as 1h30m, 45m or 90s")
    }
    return total
  }
}
