// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A formatter that describes a duration in units: “1h 23m”, “1:23”, “1 hour, 23 minutes”.
///
/// Foundation on Linux declares this class as unavailable. An available declaration takes precedence, so sources that
/// import this module, or one that re-exports it, use this class.
///
/// ### On Linux
/// Unit names are in the language of `calendar`'s locale, except for years and months, which are in English. Units that
/// are not complete are dropped, not rounded up.
open class DateComponentsFormatter: Formatter {
  public enum UnitsStyle: Int, Sendable {
    /// “1:23:45”.
    case positional
    /// “1h 23m 45s”.
    case abbreviated
    /// “1 hr, 23 min, 45 sec”.
    case short
    /// “1 hour, 23 minutes, 45 seconds”.
    case full
    /// “one hour, twenty-three minutes”.
    case spellOut
    /// “1hr 23min 45sec”.
    case brief
  }

  /// The treatment of units whose value is zero.
  public struct ZeroFormattingBehavior: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Drops leading zero units in the positional style, and all zero units in the other styles.
    public static let `default` = ZeroFormattingBehavior(rawValue: 1 << 0)
    public static let dropLeading = ZeroFormattingBehavior(rawValue: 1 << 1)
    public static let dropMiddle = ZeroFormattingBehavior(rawValue: 1 << 2)
    public static let dropTrailing = ZeroFormattingBehavior(rawValue: 1 << 3)
    public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
    /// Drops no units. In the positional style each unit has two digits.
    public static let pad = ZeroFormattingBehavior(rawValue: 1 << 16)
  }

  open var unitsStyle = UnitsStyle.positional
  /// Any of year, month, week of month, day, hour, minute and second. An empty set means all of them except weeks.
  open var allowedUnits: NSCalendar.Unit = []
  open var zeroFormattingBehavior = ZeroFormattingBehavior.default
  open var calendar: Calendar? = .autoupdatingCurrent
  /// The date from which months and days are counted; `nil` means 2001-01-01.
  open var referenceDate: Date?
  /// Has no effect, because values are always whole numbers.
  open var allowsFractionalUnits = false
  /// The maximum number of units, starting with the largest; 0 means no limit.
  open var maximumUnitCount = 0
  /// Indicates whether a single largest unit is expressed in the next smaller one: “63 minutes” instead of “1 hour, 3
  /// minutes”.
  open var collapsesLargestUnit = false
  open var includesApproximationPhrase = false
  open var includesTimeRemainingPhrase = false
  open var formattingContext = Formatter.Context.unknown

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// - Parameter ti: The duration in seconds. A negative duration is written with a minus sign.
  /// - Returns: `nil` if the duration is not a finite number.
  open func string(from ti: TimeInterval) -> String? {
    guard ti.isFinite, abs(ti) < 1e15 else { return nil }
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    // Round to milliseconds, so that a sum of 59.9999 seconds becomes a minute.
    let seconds = (abs(ti) * 1_000).rounded() / 1_000
    return text(from: start, to: start.addingTimeInterval(seconds), isNegative: ti < 0)
  }

  open func string(from startDate: Date, to endDate: Date) -> String? {
    text(from: min(startDate, endDate), to: max(startDate, endDate), isNegative: endDate < startDate)
  }

  /// Returns the duration of the components, expressed in the allowed units.
  open func string(from components: DateComponents) -> String? {
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    guard let end = counting.date(byAdding: components, to: start) else { return nil }
    return string(from: start, to: end)
  }

  open override func string(for obj: Any?) -> String? {
    switch obj {
    case let components as DateComponents: string(from: components)
    case let interval as TimeInterval: string(from: interval)
    default: nil
    }
  }

  open class func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = unitsStyle
    return formatter.string(from: components)
  }

  // MARK: -

  /// A calendar without daylight saving time, unless there is a reference date, so that every day has 24 hours.
  private var counting: Calendar {
    var counting = calendar ?? Calendar(identifier: .gregorian)
    if referenceDate == nil, let universal = TimeZone(secondsFromGMT: 0) { counting.timeZone = universal }
    return counting
  }

  private var locale: Locale { calendar?.locale ?? .current }

  private func text(from start: Date, to end: Date, isNegative: Bool) -> String? {
    let units = TimeUnit.allCases.filter { allowedUnits.isEmpty ? $0 != .week : allowedUnits.contains($0.flag) }
    guard let smallest = units.last else { return nil }
    let components = counting.dateComponents(Set(units.map(\.component)), from: start, to: end)
    var parts = units.map { (unit: $0, count: $0.value(in: components) ?? 0) }
    if collapsesLargestUnit { collapse(&parts) }
    parts = shown(of: parts, otherwise: (smallest, 0))
    if maximumUnitCount > 0 { parts = Array(parts.prefix(maximumUnitCount)) }
    var text = unitsStyle == .positional ? positional(parts) : worded(parts)
    if isNegative { text = "-" + text }
    if includesApproximationPhrase { text = "About " + text }
    if includesTimeRemainingPhrase { text += " remaining" }
    return text
  }

  private typealias Part = (unit: TimeUnit, count: Int)

  private func collapse(_ parts: inout [Part]) {
    let lengths: [TimeUnit: Int] = [.hour: 60, .minute: 60, .day: 24]
    guard let first = parts.firstIndex(where: { $0.count != 0 }), parts[first].count == 1, first + 1 < parts.count,
      let length = lengths[parts[first].unit]
    else { return }
    parts[first + 1].count += length
    parts[first].count = 0
  }

  private func shown(of parts: [Part], otherwise none: Part) -> [Part] {
    var behavior = zeroFormattingBehavior
    if behavior.contains(.pad) { return parts }
    if behavior.contains(.default) { behavior = unitsStyle == .positional ? .dropLeading : .dropAll }
    guard let first = parts.firstIndex(where: { $0.count != 0 }),
      let last = parts.lastIndex(where: { $0.count != 0 })
    else { return behavior.isEmpty ? parts : unitsStyle == .positional ? parts.suffix(2) : [none] }
    let lower = behavior.contains(.dropLeading) ? positionalStart(first, in: parts) : 0
    let upper = behavior.contains(.dropTrailing) ? max(last, lower) : parts.count - 1
    return parts[lower...upper].enumerated().filter { offset, part in
      let index = lower + offset
      return part.count != 0 || !behavior.contains(.dropMiddle) || index < first || index > last
        || unitsStyle == .positional
    }.map(\.element)
  }

  /// “0:05” rather than “5”, because a single number does not look like a time.
  private func positionalStart(_ first: Int, in parts: [Part]) -> Int {
    unitsStyle == .positional ? min(first, max(0, parts.count - 2)) : first
  }

  private func positional(_ parts: [Part]) -> String {
    parts.enumerated().map { index, part in
      let text = String(part.count)
      let isPadded = index > 0 || zeroFormattingBehavior.contains(.pad)
      return isPadded && text.count < 2 ? "0" + text : text
    }.joined(separator: ":")
  }

  private func worded(_ parts: [Part]) -> String {
    let words = parts.map { part in
      switch unitsStyle {
      case .full: part.unit.words(part.count, width: .wide, locale: locale)
      case .spellOut: spelled(part)
      case .short: part.unit.words(part.count, width: .abbreviated, locale: locale)
      case .brief:
        part.unit.words(part.count, width: .abbreviated, locale: locale).filter { !$0.isWhitespace }
      case .abbreviated, .positional: part.unit.words(part.count, width: .narrow, locale: locale)
      }
    }
    return words.joined(separator: unitsStyle == .abbreviated || unitsStyle == .brief ? " " : ", ")
  }

  private func spelled(_ part: Part) -> String {
    let formatter = NumberFormatter()
    formatter.numberStyle = .spellOut
    formatter.locale = locale
    let words = part.unit.words(part.count, width: .wide, locale: locale)
    guard let number = formatter.string(from: NSNumber(value: part.count)) else { return words }
    return words.replacingOccurrences(of: String(part.count), with: number)
  }
}
