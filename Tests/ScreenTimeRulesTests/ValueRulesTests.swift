// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The small values that the rules rest on: names, keys, limits and categories.
@Suite struct ValueRulesTests {
  // MARK: Names of domains

  @Test func `a label of a host name has 1 to 63 letters, digits, inner hyphens and underscores`() {
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for byte in UInt8(0)..<0x80 where byte != UInt8(ascii: ".") {
      let character = String(decoding: [byte], as: UTF8.self)
      #expect(DomainName.isValid("a\(character)b.example") == allowed.contains(byte), "byte \(byte)")
      #expect(DomainName.isValid("\(character)b.example") == (allowed.contains(byte) && character != "-"))
      #expect(DomainName.isValid("a\(character).example") == (allowed.contains(byte) && character != "-"))
    }
    for count in [0, 1, 62, 63, 64, 65] {
      #expect(DomainName.isValid(String(repeating: "x", count: count) + ".example") == (1...63).contains(count))
    }
    #expect(!DomainName.isValid("é.example") && !DomainName.isValid("example.é"))
  }

  @Test func `a host name has at most 253 bytes, and its last label is not a number`() {
    for count in 240...260 {
      let labels = String(repeating: "abcdefghi.", count: count / 10 - 1)
      let name = labels + String(repeating: "x", count: count - labels.utf8.count)
      #expect(name.utf8.count == count)
      #expect(DomainName.isValid(name) == (count <= 253), "\(count) bytes")
    }
    #expect(!DomainName.isValid("example.12") && DomainName.isValid("example.12a") && DomainName.isValid("12.example"))
  }

  @Test(arguments: Array(UInt64(1)...20))
  func `the applications linked to a domain are those that name it or a parent, once and in order`(_ seed: UInt64) {
    var made = GeneratedSettings(seed: seed)
    var registry = made.registry()
    // From many links to one or two for each domain.
    for oneIn in 2...9 {
      for app in GeneratedSettings.apps { registry.links[app] = ItemSet(made.some(of: GeneratedSettings.sites, oneIn)) }
      for site in GeneratedSettings.sites {
        let linked = registry.links.filter { $0.value.items.contains { DomainName.name($0.id, covers: site.id) } }
        #expect(registry.applications(linkedTo: site) == linked.keys.sorted(), "\(site.id)")
      }
    }
  }

  // MARK: Items

  @Test func `an item is read back from its key, and a key without a known kind is refused`() {
    for kind in Item.Kind.allCases {
      for id in ["a", "", "a:b", ":", "é"] {
        let item = Item(kind: kind, id: id)
        #expect(item.codingKey.stringValue == "\(kind.rawValue):\(id)")
        #expect(Item(codingKey: item.codingKey) == item)
      }
    }
    for text in ["", "1", ":", ":a", "0:a", "4:a", "x:a", " 1:a", "256:a", "-1:a"] {
      #expect(Item(codingKey: NameKey(text)) == nil, "\(text)")
    }
  }

  @Test func `a foreground is filed under the categories of its app and its page, each once`() {
    let (one, other) = (Item.category("1"), Item.category("2"))
    for app in [nil, Item.application("a")] {
      for web in [nil, Item.webDomain("a.example")] {
        for (appCategory, webCategory) in [(nil, nil), (one, nil), (nil, one), (one, other), (one, one)] {
          let front = RecordedForeground(
            app: app, appCategory: appCategory, web: web, webCategory: webCategory, isPresent: true)
          let filed = [(app, appCategory), (web, webCategory)].filter { $0.0 != nil }
          #expect(front.categories == Set(filed.map { $0.1 ?? .otherCategory }))
        }
      }
    }
  }

  @Test func `a foreground that is not in use matches no selection, not even that of everything`() {
    let app = Item.application("a")
    let selections = [
      ItemSelection(), ItemSelection(applications: [app]), ItemSelection(categories: [.otherCategory]),
      ItemSelection(applications: [.application("b")]),
    ]
    for isInUse in [true, false] {
      let keys = ForegroundKeys(Foreground(app: app, isInUse: isInUse), registry: ItemRegistry())
      #expect(selections.map(keys.matches) == [isInUse, isInUse, isInUse, false])
    }
  }

  @Test func `a grant lasts from a second to a week`() throws {
    let (now, place) = (Timestamp(milliseconds: 0), Bench.losAngeles)
    func end(_ seconds: Int64) throws -> Timestamp {
      try Grant(id: "g", target: .application("a"), mode: .replace, seconds: seconds, approver: "p")
        .end(from: now, after: nil, in: place)
    }
    for seconds in [1, 2, 604_799, 604_800] as [Int64] {
      #expect(try end(seconds) == Timestamp(milliseconds: seconds * 1_000))
    }
    for seconds in [-1, 0, 604_801] as [Int64] { #expect(throws: Grant.Fault.self) { try end(seconds) } }
  }

  @Test func `a grant until midnight needs a zone that exists, and opens nothing without one`() throws {
    var bench = Bench(at: "2026-08-13 10:00")
    let app = Item.application("a")
    let grant = Grant(id: "g", target: app, mode: .untilEndOfDay, approver: "p")
    _ = try bench.rules.grant(grant, in: &bench.state)
    #expect(bench.state.grants == [app: Bench.time("2026-08-14 00:00")])
    bench.state.grants = [:]
    bench.state.place = CalendarPlace(timeZone: "Nowhere/Town")
    let before = bench.state
    let fault = #expect(throws: Grant.Fault.self) { try bench.rules.grant(grant, in: &bench.state) }
    #expect(fault?.code == "grant-place" && fault?.description.contains("Nowhere/Town") == true)
    #expect(bench.state == before)
  }

  @Test func `a screen is locked until it is unlocked`() {
    #expect(ScreenLock.allCases.filter(\.isLocked) == [.locked, .beforeFirstUnlock])
  }

  @Test func `a registration rejects a warning that is not a duration, events with equal names and an unknown family`()
  {
    var bench = Bench(at: "2026-08-13 10:00")
    func code(_ schedule: Schedule, _ names: [String], of family: FamilyID = Bench.family) -> EffectViolation.Code? {
      let events = names.map { ActivityEvent(name: $0, selection: ItemSelection(), threshold: .minutes(30)) }
      do throws(EffectViolation) {
        try bench.apply([.startMonitoring(activity: "day", schedule: schedule, events: events)], of: family)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(.wholeDay, ["a", "b", "a"]) == .fault(.nameInvalid))
    #expect(code(.daily(.at(9), .at(17), warning: -5), []) == .monitoring(.invalidDateComponents))
    #expect(code(.wholeDay, [], of: FamilyID("unknown")) == .fault(.familyUnknown))
    #expect(code(.daily(.at(9), .at(17), warning: 5), ["a", "b"]) == nil)
  }

  @Test func `two foregrounds are equal if all their parts are, and equal ones are found in a set`() {
    let (apps, pages) = ([nil, Item.application("a"), .application("b")], [nil, Item.webDomain("a"), .webDomain("b")])
    let categories = [nil, Item.category("1"), .category("2")]
    func all() -> [RecordedForeground] {
      apps.flatMap { app in
        pages.flatMap { web in
          categories.flatMap { one in
            categories.flatMap { other in
              [(true, true), (true, false), (false, true)].map {
                RecordedForeground(
                  app: app, appCategory: one, web: web, webCategory: other, isPresent: $0, presenceKnown: $1)
              }
            }
          }
        }
      }
    }
    let (fronts, copies) = (all(), all())
    for (index, front) in fronts.enumerated() {
      #expect(copies.indices.filter { copies[$0] == front } == [index])
    }
    #expect(Set(fronts + copies).count == fronts.count)
  }

  // MARK: Limits

  @Test func `without an operator's choice the limits are those of the table`() throws {
    let limits = RuleLimits()
    let all: [Int] = [
      limits.activities, limits.events, limits.eventTokens, limits.namedStores, limits.shieldApplications,
      limits.shieldWebDomains, limits.shieldCategories, limits.shieldExceptions, limits.blockedApplications,
      limits.filterDomains, limits.filterExceptions, limits.nameBytes, limits.defaultsBytes,
    ]
    #expect(all == [20, 256, 1_000, 50, 50, 50, 50, 50, 50, 50, 50, 256, 262_144])
    #expect(limits.minimumIntervalMilliseconds == 900_000 && limits.maximumIntervalMilliseconds == 604_800_000)
    #expect(limits.thresholdFloorMilliseconds == 60_000 && limits.thresholdStepMilliseconds == 1)
    #expect(limits.ratings == 0...1_000)
  }
}
