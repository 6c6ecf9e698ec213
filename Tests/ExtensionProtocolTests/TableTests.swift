// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import SchemaChecks
import Testing

/// The tables of points, features, capabilities and effects (`wire.md#messages`).
@Suite struct TableTests {
  static let effectful: Set<ExtensionPoint> = [.app, .monitor, .shieldAction, .focusFilter]

  @Test func `offers sealed points no feature, and commit only to points with effects`() {
    for point in ExtensionPoint.allCases {
      let expected: [Feature] =
        point.isSealed ? [] : Self.effectful.contains(point) ? [.ack, .cancel, .commit] : [.ack, .cancel]
      #expect(Feature.offered(to: point) == expected, "\(point)")
      #expect(point.isSealed == [.shieldConfiguration, .report].contains(point))
    }
  }

  static let effects: [(Effect.Kind, Capability, Set<ExtensionPoint>)] = [
    (.setSetting, .settings, effectful), (.setStoreActive, .settings, effectful), (.clearStore, .settings, effectful),
    (.deleteStore, .settings, effectful), (.startMonitoring, .monitoring, effectful),
    (.stopMonitoring, .monitoring, effectful), (.setDefault, .settings, effectful),
    (.reloadTimelines, .timelines, effectful), (.invalidateRelevance, .timelines, effectful),
    (.scheduleNotification, .notifications, effectful), (.cancelNotifications, .notifications, effectful),
    (.refreshShields, .shields, effectful), (.setBadgeCount, .badge, [.app, .focusFilter]),
    (.invalidateFocusContext, .focus, [.app, .focusFilter]), (.revokeAuthorization, .authorization, [.app]),
  ]

  @Test(arguments: effects)
  func `allows an effect at its points under its capability`(
    _ kind: Effect.Kind, _ capability: Capability, _ points: Set<ExtensionPoint>
  ) {
    #expect(kind.capability == capability)
    #expect(Set(ExtensionPoint.allCases.filter(kind.isOpen)) == points)
    // Every point with the effect can be granted the capability.
    #expect(points.allSatisfy(capability.isOpen))
  }

  @Test func `lists every effect`() { #expect(Self.effects.map(\.0) == Effect.Kind.allCases) }

  /// The table of limits of widgets and filters.
  @Test func `each named limit is the number that the wire's page gives`() {
    let limits: [NamedLimit: Int] = [
      .kinds: 32, .intents: 128, .notes: 64, .instances: 256, .stack: 10, .modes: 32, .filters: 64,
      .timelineEntries: 256, .timelineDate: 7_258_118_400_000, .relevance: 1_000_000_000, .attributes: 32,
      .parameters: 32, .choices: 500, .list: 256, .entityID: 4_096, .string: 4_096, .text: 256, .name: 128,
      .predicate: 64,
    ]
    for limit in NamedLimit.allCases { #expect(limits[limit] == limit.maximum, "\(limit)") }
  }

  @Test func `the caps of a line and of its parts are the numbers that the wire's page gives`() {
    let caps: [Int] = [
      WireLimits.depth, WireLimits.viewDepth, WireLimits.membersPerObject, WireLimits.elementsPerArray,
      WireLimits.valuesPerLine, WireLimits.stringBytes, WireLimits.helloReplyBytes,
      WireLimits.shieldConfigurationReplyBytes, WireLimits.replyBytes, WireLimits.widgetReplyBytes,
      WireLimits.hostLineBytes, WireLimits.dataLineBytes, WireLimits.effectsPerReply, WireLimits.notificationsPerReply,
      WireLimits.requestsPerCallback, WireLimits.stores, WireLimits.activities, WireLimits.eventsPerActivity,
      WireLimits.tokensPerEvent, WireLimits.tokensPerSetting,
    ]
    #expect(
      caps == [
        16, 64, 256, 4_096, 32_768, 65_536, 8_192, 16_384, 262_144, 4_194_304, 1_048_576, 65_536, 256, 8, 32, 51, 20,
        256, 1_000, 50,
      ])
    #expect(WireLimits.latestTime == 7_258_118_400_000 && WireLimits.largestInteger == 9_007_199_254_740_991)
  }

  @Test func `hello states for each point the limits that hold there, and no others`() {
    let effects =
      #""activities":20,"depth":16,"effects":256,"events":256,"intervalMaximumS":604800,"#
      + #""intervalMinimumS":900,"lineBytes":262144,"requests":32,"stores":51,"tokens":50"#
    let limits: [ExtensionPoint: String] = [
      .shieldConfiguration: #"{"depth":16,"lineBytes":16384}"#,
      .report: #"{"depth":64,"lineBytes":262144,"viewNodes":2000}"#,
      .widget: #"{"depth":64,"lineBytes":4194304,"viewNodes":2000}"#,
      .app: "{\(effects),\"viewNodes\":2000}", .monitor: "{\(effects)}", .shieldAction: "{\(effects)}",
      .focusFilter: "{\(effects.replacing("\"depth\":16", with: "\"depth\":64"))}",
    ]
    for point in ExtensionPoint.allCases {
      #expect(Wire.text(HelloLimits(for: point).wire) == limits[point], "\(point)")
    }
  }

  /// Each place where a message states a value of a parameter.
  @Test func `a value that no parameter has is refused wherever one stands`() throws {
    let good: WireValue = ["int": 1]
    let bad: [WireValue] = [
      ["data": "AAAA"], ["map": []], ["list": [["list": []]]],
      ["string": .string(String(repeating: "x", count: 4_097))],
    ]
    func refuses(_ read: (WireValue) throws -> Void) throws {
      try read(good)
      for value in bad { #expect(throws: WireError.self) { try read(value) } }
    }
    try refuses { _ = try ParameterValue(wire: ["name": "n", "value": $0], at: "", from: .extension) }
    try refuses { _ = try IntentChoice(wire: ["title": "t", "value": $0], at: "", from: .extension) }
    try refuses {
      _ = try DescribedParameter.Range(wire: ["lower": $0, "upper": ["int": 2]], at: "", from: .extension)
    }
    try refuses {
      _ = try DescribedParameter.Range(wire: ["lower": ["int": 0], "upper": $0], at: "", from: .extension)
    }
    try refuses {
      let parameter: WireValue = [
        "default": $0, "name": "n", "optional": true, "options": false, "title": "t",
        "type": ["kind": "int", "list": false],
      ]
      _ = try DescribedParameter(wire: parameter, at: "", from: .extension)
    }
  }

  /// The table of sizes in points.
  @Test func `each size of a widget has the points of the widgets' page`() {
    let points: [WidgetSize: [Int64]] = [
      .systemSmall: [158, 158], .systemMedium: [338, 158], .systemLarge: [338, 354], .systemExtraLarge: [716, 342],
      .accessoryCircular: [72, 72], .accessoryRectangular: [160, 72], .accessoryInline: [234, 26],
    ]
    for size in WidgetSize.allCases {
      #expect([size.points.width, size.points.height] == points[size], "\(size)")
      #expect(size.isAccessory == size.rawValue.hasPrefix("accessory"), "\(size)")
    }
  }

  @Test func `denies sealed points access to the container`() {
    for point in ExtensionPoint.allCases {
      #expect(Capability.containerWrite.isOpen(to: point) == Self.effectful.contains(point))
      #expect(Capability.containerRead.isOpen(to: point) == (Self.effectful.contains(point) || point == .widget))
      if point.isSealed { #expect(Capability.allCases.allSatisfy { !$0.isOpen(to: point) }) }
    }
  }

  @Test func `settings have the names of Apple's groups and properties`() {
    #expect(SettingKey.allCases.count == 27)
    #expect(SettingKey.allCases.count { $0.form == .bool } == 17)
    #expect(SettingKey.allCases.count { $0.form == .rating } == 3)
    #expect(SettingKey.allCases.allSatisfy { $0.rawValue.wholeMatch(of: /[a-zA-Z]+\.[a-zA-Z]+/) != nil })
  }

  @Test func `ignores features, capabilities and changes of a newer host`() throws {
    let sample = try #require(WireSample.hello.first)
    var value = try Wire.value(sample.json)
    value = value.replacing("/features", by: ["ack", "telepathy"])
    value = value.replacing("/capabilities", by: ["settings", "network"])
    let hello = try HelloParams(wire: value, at: "", from: .host)
    #expect(hello.features == [.ack])
    #expect(hello.capabilities == [.settings])
    let perform = WireSample.performing(.stateChanged(changes: [.stores]), #"{"changes":["stores","weather"]}"#)
    #expect(try perform.matches(try Wire.value(perform.json), .host))
  }

  @Test func `keeps the name of a callback or an element of a newer host`() throws {
    let known = WireSample.performing(.stateChanged(changes: []), #"{"changes":[]}"#)
    let value = try Wire.value(known.json).replacing("/callback", by: "widget.dream")
    #expect(try PerformParams(wire: value, at: "", from: .host).callback == .unknown(name: "widget.dream"))
    let element: WireValue = ["kind": "website", "token": "?"]
    #expect(try ReportElement(wire: element, at: "", from: .host) == .unknown(kind: "website"))
    let store: WireValue = ["active": true, "name": "s", "settings": ["camera.deny": true, "siri.denySiri": true]]
    #expect(try StoreSnapshot(wire: store, at: "", from: .host).settings == [.denySiri: .bool(true)])
    #expect(throws: WireError(at: "/settings/camera.deny", "is not a setting")) {
      try StoreSnapshot(wire: store, at: "", from: .extension)
    }
  }

  @Test func `sends sets in ascending byte order, whatever order they arrived in`() {
    let filter = SettingValue.WebFilter.all(except: [
      .token(WireSample.token(WireSample.domain)), .domain("b"), .domain("B"),
    ])
    #expect(
      Wire.text(["v": filter.wire])
        == #"{"v":{"except":[{"domain":"B"},{"domain":"b"},{"token":"\#(WireSample.domain)"}],"policy":"all"}}"#)
    let blocked = SettingValue.blockedApplications([
      .token(WireSample.token(WireSample.app1)), .bundleID("z"), .bundleID("a"),
    ])
    #expect(
      Wire.text(["v": blocked.wire])
        == #"{"v":[{"bundleID":"a"},{"bundleID":"z"},{"token":"\#(WireSample.app1)"}]}"#)
  }
}
