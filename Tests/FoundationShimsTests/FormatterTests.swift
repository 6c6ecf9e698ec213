// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FoundationShims

@Suite struct FormatterTests {
  private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  @Test func `a relative date is formatted from its reference date`() {
    let formatter = RelativeDateTimeFormatter()
    formatter.locale = Locale(identifier: "en_US")
    #expect(formatter.localizedString(for: now.addingTimeInterval(-7_200), relativeTo: now) == "2 hours ago")
    #expect(formatter.localizedString(for: now.addingTimeInterval(3 * 86_400), relativeTo: now) == "in 3 days")
    formatter.dateTimeStyle = .named
    #expect(formatter.localizedString(for: now.addingTimeInterval(-86_400), relativeTo: now) == "yesterday")
  }

  @Test func `a list is joined as in a sentence`() {
    let formatter = ListFormatter()
    formatter.locale = Locale(identifier: "en_US")
    #expect(formatter.string(from: ["a", 2, "c"]) == "a, 2, and c")
  }

  @Test func `measurements and durations are formatted with their units`() {
    let english = Locale(identifier: "en_US")
    let hours = Measurement(value: 3, unit: UnitDuration.hours)
    #expect(hours.formatted(.measurement(width: .wide).locale(english)) == "3 hours")
    let way = Measurement(value: 1.5, unit: UnitLength.kilometers)
    #expect(way.formatted(.measurement(width: .abbreviated).locale(english)) == "1.5 km")
    let formatter = MeasurementFormatter()
    formatter.locale = english
    formatter.unitStyle = .long
    #expect(formatter.string(from: hours) == "3 hours")
  }
}

@Suite struct LocalizationTests {
  @Test func `a string without a table is its own key, with the values inserted`() {
    let (count, name) = (3, "A")
    #expect(String(localized: "\(count) apps of \(name), 100%") == "3 apps of A, 100%")
    #expect(String(localized: "100%d") == "100%d")
    #expect(String(localized: "key", defaultValue: "Default \(count)") == "Default 3")
    #expect(String(localized: LocalizedStringResource("\(name) is over")) == "A is over")
  }

  @Test func `a translation may reorder the values`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("localization-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let german = folder.appendingPathComponent("de.lproj")
    try FileManager.default.createDirectory(at: german, withIntermediateDirectories: true)
    try Data(#""%lld of %@" = "%2$@: %1$lld";"#.utf8).write(to: german.appendingPathComponent("Localizable.strings"))
    var resource = LocalizedStringResource("\(3) of \("A")", bundle: .atURL(folder))
    resource.locale = Locale(identifier: "de_DE")
    #expect(String(localized: resource) == "A: 3")
    resource.locale = Locale(identifier: "fr_FR")
    #expect(String(localized: resource) == "3 of A")
  }
}

@Suite struct DeclaredStringsTests {
  private let json = """
    [{"name": "Declared", "source": "en", "languages": {
      "en": {"%lld of %@": {"one": "%lld app of %@", "other": "%lld apps of %@"}, "greeting": {"other": "Hello"}},
      "de": {"greeting": {"other": "Hallo"}}, "pt-BR": {"greeting": {"other": "Oi"}}}}]
    """

  private func word(_ key: String.LocalizationValue, _ locale: String) -> String {
    String(localized: key, table: "Declared", locale: Locale(identifier: locale))
  }

  @Test func `declared strings take precedence over files, by language, then in the source language`() {
    _declareStrings(json)
    #expect(["de_AT", "pt_BR", "fr_FR", "en_US"].map { word("greeting", $0) } == ["Hallo", "Oi", "Hello", "Hello"])
    #expect(word("unknown", "de_DE") == "unknown")
    #expect(word("\(1) of \("A")", "de_DE") == "1 app of A")
    #expect(word("\(2) of \("A")", "en_US") == "2 apps of A")
    #expect(_localizedString("greeting", "Declared", .main, "") == "Hello")
    #expect(_localizedString("greeting", nil, .main, "value") == "value")
  }

  @Test(
    arguments: [
      ("en", [1: "one", 0: "other", 2: "other"]), ("fr-CA", [0: "one", 1: "one", 2: "other"]),
      ("ja", [1: "other"]), ("pl", [1: "one", 3: "few", 13: "many", 22: "few", 25: "many", 101: "many"]),
      ("ru", [1: "one", 21: "one", 11: "many", 3: "few", 14: "many", 5: "many"]), ("cs", [2: "few", 5: "other"]),
      ("ar", [0: "zero", 1: "one", 2: "two", 103: "few", 111: "many", 100: "other"]),
      ("lt", [21: "one", 15: "other", 2: "few"]),
      ("lv", [0: "zero", 21: "one", 2: "other"]), ("sl", [101: "one", 102: "two", 104: "few", 5: "other"]),
      ("ro", [1: "one", 0: "few", 119: "few", 20: "other"]), ("he", [2: "two", -1: "one"]),
      ("hr", [31: "one", 12: "other"]),
    ] as [(String, [Int: String])])
  func `chooses the plural of each language`(language: String, categories: [Int: String]) {
    for (number, category) in categories {
      #expect(PluralCategory(of: number, in: language).rawValue == category, "\(number)")
    }
  }
}

@Suite struct NotificationTests {
  @Test func `a Darwin notification reaches observers in its process by name, until they are removed`() {
    let center = CFNotificationCenterGetDarwinNotifyCenter()
    final class Heard: @unchecked Sendable { var names: [String] = [] }
    let heard = Heard()
    let pointer = UnsafeRawPointer(Unmanaged.passUnretained(heard).toOpaque())
    CFNotificationCenterAddObserver(
      center, pointer,
      { _, observer, name, _, _ in
        guard let observer, let name else { return }
        Unmanaged<Heard>.fromOpaque(observer).takeUnretainedValue().names.append(name.rawValue.description)
      }, "test.mine" as CFString, nil, .deliverImmediately)
    func post(_ name: String) {
      CFNotificationCenterPostNotification(center, CFNotificationName(name as CFString), nil, nil, true)
    }
    post("test.mine")
    post("test.other")
    #expect(heard.names == ["test.mine"])
    CFNotificationCenterRemoveObserver(center, pointer, CFNotificationName("test.mine" as CFString), nil)
    post("test.mine")
    #expect(heard.names == ["test.mine"])
  }

  @Test func `notifications can be awaited`() async {
    let center = NotificationCenter()
    let name = Notification.Name("test")
    var notifications = center.notifications(named: name).makeAsyncIterator()
    center.post(name: name, object: nil, userInfo: ["n": 1])
    let first = await notifications.next()
    #expect(first?.userInfo?["n"] as? Int == 1)
  }
}

@Suite struct GeometryTests {
  @Test func `a transform and its inverse cancel out`() {
    let transform = CGAffineTransform(translationX: 3, y: 4).rotated(by: 1).scaledBy(x: 2, y: 3)
    let point = CGPoint(x: 5, y: 6)
    let back = point.applying(transform).applying(transform.inverted())
    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
  }

  @Test func `scaledBy applies before the existing transform`() {
    let transform = CGAffineTransform(translationX: 10, y: 0).scaledBy(x: 2, y: 2)
    #expect(CGPoint(x: 1, y: 1).applying(transform) == CGPoint(x: 12, y: 2))
  }
}
