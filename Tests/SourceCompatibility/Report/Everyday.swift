// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ManagedSettings
import SwiftUI

// What report sources do beside reporting: dates, numbers, texts, files, the keeper of a cache.

extension DeviceActivityData.User {
  var title: String { nameComponents?.formatted() ?? appleID ?? (role == .child ? "Child" : "You") }
}

extension DeviceActivityData.Device {
  var symbol: String { model == .iPad ? "ipad" : model == .mac ? "laptopcomputer" : "iphone" }
}

extension DeviceActivityData.CategoryActivity {
  var line: String { "\(category.localizedDisplayName ?? "Other"): \(Int(totalActivityDuration / 60)) min" }
}

extension DeviceActivityData.ActivitySegment {
  var isLong: Bool { totalActivityDuration > 3_600 && (longestActivity?.duration ?? 0) > 600 }
}

extension DeviceActivityResults {
  func collect() async -> [Element] {
    var elements: [Element] = []
    for await element in self { elements.append(element) }
    return elements
  }
}

extension AsyncSequence {
  func all() async rethrows -> [Element] { try await reduce(into: []) { $0.append($1) } }
}

struct Usage {
  var applications: [DeviceActivityData.ApplicationActivity] = []
  var sites: [DeviceActivityData.WebDomainActivity] = []
  let interval: DeviceActivityFilter.SegmentInterval = .daily(during: DateInterval(start: .distantPast, end: .now))
  let filter = DeviceActivityFilter(
    segment: .hourly(during: DateInterval(start: Date(), duration: 3_600)), users: .all,
    devices: .init([.iPhone, .iPad]))
  let children = DeviceActivityFilter(
    segment: .weekly(during: DateInterval(start: Date().addingTimeInterval(-86_400), end: Date())), users: .children,
    devices: .all, applications: [], categories: [], webDomains: [])
}

enum Clock {
  static let calendar = Calendar.current

  static func week(of date: Date) -> [Date] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.firstWeekday = 2
    calendar.timeZone = TimeZone(identifier: "UTC") ?? .current
    let start = calendar.dateInterval(of: .weekOfYear, for: date)?.start ?? calendar.startOfDay(for: date)
    return (0..<7).compactMap { calendar.date(byAdding: .day, value: $0, to: start) }
  }

  static func label(_ date: Date) -> String {
    if calendar.isDateInToday(date) { return "Today" }
    if calendar.isDateInYesterday(date) { return "Yesterday" }
    if calendar.isDate(date, inSameDayAs: .distantFuture) { return "Never" }
    let formatter = DateFormatter()
    formatter.setLocalizedDateFormatFromTemplate("EEEE")
    let weekday = calendar.component(.weekday, from: date)
    return "\(formatter.string(from: date)) \(calendar.shortWeekdaySymbols[weekday - 1])"
  }

  static func ago(_ date: Date) -> String {
    let formatter = RelativeDateTimeFormatter()
    formatter.unitsStyle = .short
    formatter.dateTimeStyle = .named
    _ = DateComponentsFormatter.localizedString(from: DateComponents(hour: 1), unitsStyle: .brief)
    _ = date.formatted(.relative(presentation: .named, unitsStyle: .abbreviated))
    _ = date.timeIntervalSince(Date()) + date.timeIntervalSinceNow
    return formatter.localizedString(for: date, relativeTo: Date())
  }
}

final class Cache {
  private let lock = NSLock()
  private let memory = NSCache<NSString, NSNumber>()
  private let defaults = UserDefaults(suiteName: "group.com.example.focus") ?? .standard

  func store(_ values: [String: Double]) throws {
    lock.lock()
    defer { lock.unlock() }
    for (key, value) in values { memory.setObject(NSNumber(value: value), forKey: key as NSString) }
    let data = try JSONSerialization.data(withJSONObject: values, options: [.sortedKeys])
    defaults.set(data, forKey: "values")
    defaults.set(Array(values.keys), forKey: "names")
    defaults.removeObject(forKey: "old")
    guard let url = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first else { return }
    let file = url.appendingPathComponent("usage").appendingPathExtension("json")
    try data.write(to: file, options: .atomic)
    try? FileManager.default.removeItem(at: file)
  }

  func load() -> [String: Double] {
    let names = defaults.stringArray(forKey: "names") ?? defaults.array(forKey: "names") as? [String] ?? []
    let base = defaults.double(forKey: "base")
    if let data = defaults.data(forKey: "values"),
      let values = try? JSONSerialization.jsonObject(with: data) as? [String: Double]
    {
      return values.mapValues { abs($0) + base }
    }
    if let url = Bundle.main.url(forResource: "defaults", withExtension: "plist"),
      let data = try? Data(contentsOf: url),
      let values = try? PropertyListDecoder().decode([String: Double].self, from: data)
    {
      return values
    }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, 0) })
  }

  func text(_ raw: String) -> String {
    let trimmed = raw.trimmingCharacters(in: .whitespacesAndNewlines)
      .replacingOccurrences(of: "com.", with: "", options: .caseInsensitive, range: nil)
    let parts = trimmed.lowercased().split(separator: ".", maxSplits: 2, omittingEmptySubsequences: true)
    var seen = Set<Substring>()
    seen.insert("a")
    seen.formUnion(parts.suffix(2))
    seen.subtract(["b"])
    let rest = Set(parts).subtracting(seen).union(["c"])
    var counts: [Character: Int] = [:]
    for letter in trimmed where letter.isLetter || letter.isNumber { counts[letter, default: 0] += 1 }
    counts.removeValue(forKey: "x")
    _ = trimmed.range(of: "example", options: [.caseInsensitive, .backwards])
    _ = trimmed.localizedCaseInsensitiveContains("app") ? trimmed.uppercased() : String(trimmed.reversed())
    _ = raw.data(using: .utf8).map { Data($0.base64EncodedString().utf8) }
    _ = Decimal(string: "1.5").map { NSDecimalNumber(decimal: $0).doubleValue.rounded(.up) }
    _ = raw.hashValue.description.components(separatedBy: "1").joined(separator: ", ")
    _ = (Double.random(in: 0...1) * .pi).truncatingRemainder(dividingBy: 1) + Double(Int.random(in: 0..<3))
    return rest.sorted().joined(separator: "-") + String(Array(counts.keys.sorted()).dropLast())
  }

  func url(_ host: String) -> URL? {
    var components = URLComponents()
    components.scheme = "https"
    components.host = host.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)
    components.queryItems = [URLQueryItem(name: "q", value: "1")]
    return components.url
  }

  func styled(_ text: String) -> NSAttributedString {
    NSAttributedString(
      string: text, attributes: [.font: UIFont.systemFont(ofSize: 12), .foregroundColor: UIColor.label])
  }

  func measure() async -> Int {
    let sizes = await withTaskGroup(of: Int.self) { group in
      for index in 0..<3 { group.addTask { index * 2 } }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    return autoreleasepool { sizes.max() ?? .zero }
  }

  func repeated() -> Timer {
    let timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { timer in timer.invalidate() }
    RunLoop.main.add(timer, forMode: .common)
    return timer
  }
}

struct Totals: View {
  @Environment(\.scenePhase) private var phase
  @Environment(\.colorScheme) private var scheme: ColorScheme
  let gradient = Gradient(stops: [Gradient.Stop(color: .cyan, location: 0), .init(color: .indigo, location: 1)])

  var body: some View {
    VStack {
      Text("1 h").font(.title3.weight(.regular)).contentTransition(.numericText(countsDown: true))
      Text("2 h").font(.system(.title3, design: .rounded).weight(.light)).foregroundStyle(AnyShapeStyle(.tertiary))
      Circle().fill(scheme == .dark ? AnyShapeStyle(gradient.colors.first ?? .red) : AnyShapeStyle(.regularMaterial))
        .animation(.easeInOut.repeatForever(autoreverses: false), value: phase)
        .controlSize(.small)
      Text(Date(), style: .timer).navigationBarTitleDisplayMode(.inline)
      Text(Measurement(value: 2, unit: UnitDuration.hours).formatted(.measurement(width: .abbreviated)))
      Text(["a", "b"].formatted(.list(type: .and, width: .narrow)))
      Text(0.25, format: .percent)
      switch phase {
      case .active: EmptyView()
      case .inactive, .background: EmptyView()
      @unknown default: EmptyView()
      }
    }
    .toolbar { ToolbarItem(placement: .topBarTrailing) { Button("Close", action: {}) } }
  }
}

extension Gradient {
  fileprivate var colors: [Color] { stops.map(\.color) }
}
