// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A formatter that describes a date relative to another: “2 hours ago”, “in 3 days”, “yesterday”.
open class RelativeDateTimeFormatter: Formatter {
  public enum DateTimeStyle: Int, Sendable {
    /// “1 day ago”.
    case numeric
    /// “yesterday”.
    case named
  }

  public enum UnitsStyle: Int, Sendable {
    /// “2 months ago”.
    case full
    /// “two months ago”.
    case spellOut
    /// “2 mo. ago”.
    case short
    /// “2mo ago”.
    case abbreviated
  }

  open var dateTimeStyle = DateTimeStyle.numeric
  open var unitsStyle = UnitsStyle.full
  open var formattingContext = Formatter.Context.unknown
  open var calendar: Calendar! = .autoupdatingCurrent
  open var locale: Locale! = .autoupdatingCurrent

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// - Parameter timeInterval: Seconds from now; negative values are in the past.
  open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
    let now = Date()
    return localizedString(for: now.addingTimeInterval(timeInterval), relativeTo: now)
  }

  /// Describes the first component that is set, starting with the largest.
  open func localizedString(from dateComponents: DateComponents) -> String {
    let now = Date()
    let calendar = calendar ?? .autoupdatingCurrent
    return localizedString(for: calendar.date(byAdding: dateComponents, to: now) ?? now, relativeTo: now)
  }

  open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
    var style = Date.AnchoredRelativeFormatStyle(
      anchor: date, presentation: dateTimeStyle == .named ? .named : .numeric, unitsStyle: width,
      locale: locale ?? .autoupdatingCurrent, calendar: calendar ?? .autoupdatingCurrent)
    style.capitalizationContext = .unknown
    return style.format(referenceDate)
  }

  open override func string(for obj: Any?) -> String? {
    (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) }
  }

  private var width: Date.RelativeFormatStyle.UnitsStyle {
    switch unitsStyle {
    case .full: .wide
    case .spellOut: .spellOut
    case .short: .abbreviated
    case .abbreviated: .narrow
    }
  }
}
