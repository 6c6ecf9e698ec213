// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ScreenTimeRules
import Testing

/// Laws H1 and H7 for notifications: each is shown at its instant, once, even if the host is killed.
@Suite struct NotificationLawTests {
  private typealias Bench = NotificationBench

  /// The permanent name of a notification: its family and its number.
  private struct Name: Hashable {
    var family: FamilyID
    var number: Int64

    init(_ notification: PresentedNotification) {
      (family, number) = (notification.family, notification.number)
    }
  }

  /// Takes one generated step: effects of an app, or time.
  private static func step(_ bench: Bench, _ random: inout SeededGenerator) throws {
    let family = Bench.families.randomElement(using: &random) ?? "homework"
    let id = "n\(Int.random(in: 0..<4, using: &random))"
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try bench.reply(family, Bench.notification(id))
    case 1: try bench.reply(family, Bench.notification(id, Bench.after(.random(in: 1...300, using: &random))))
    case 2:
      let minute = WireValue.integer(.random(in: 0..<60, using: &random))
      try bench.reply(family, Bench.notification(id, Bench.at(["minute": minute], repeats: true)))
    case 3: try bench.reply(family, Bench.cancel([id], of: Bool.random(using: &random) ? "pending" : nil))
    default: try bench.pass(seconds: .random(in: 1...4_000, using: &random))
    }
  }

  @Test(arguments: UInt64(1)...3)
  func `a killed host shows again only what it was killed before showing, and the rest once`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let bench = try Bench()
    for _ in 0..<8 {
      try Self.step(bench, &random)
      // The last transaction is durable, and its commands may not have been carried out.
      let next = try bench.killed()
      #expect(next.own("homework").pending == bench.own("homework").pending)
      #expect(next.own("worklog").pending == bench.own("worklog").pending)
      let listed = Set((bench.own("homework").listed + bench.own("worklog").listed).map(\.number))
      for again in next.shown {
        #expect(again.isRepeated && listed.contains(again.number))
        #expect(bench.shown.map(Name.init).contains(Name(again)))
      }
      // From here on both restarted hosts show the same.
      try next.pass(seconds: 4_000)
      let life = try bench.killed()
      try life.pass(seconds: 4_000)
      #expect(next.shown == life.shown)
      #expect(next.own("homework") == life.own("homework"))
    }
    let names = bench.shown.map(Name.init)
    #expect(Set(names).count == names.count, "a notification was shown twice in one run")
  }

  @Test func `a kill between commit and command shows the notification after the restart, with its number`() throws {
    let bench = try Bench()
    let begin = bench.device.now
    try bench.reply("homework", Bench.notification("n", Bench.after(60)))
    // The transaction that lists it is durable, but its command was never carried out.
    try bench.take(.time(begin.advanced(by: 60_000)))
    #expect(bench.shown.map(\.number) == [1])
    let next = try bench.killed()
    #expect(next.shown.map(\.number) == [1] && next.shown.allSatisfy(\.isRepeated))
    #expect(next.own().listed.map(\.number) == [1])
    // As that host goes on, it records the notification as shown, so a third host does not show it again.
    try next.pass(seconds: 86_400)
    try next.reply("homework", Bench.badge(1))
    #expect(try next.killed().shown.isEmpty)
    #expect(next.shown.count == 1)
  }

  @Test func `a notification due while the host was down is shown once at the next start`() throws {
    let bench = try Bench()
    let begin = bench.device.now
    try bench.reply(
      "homework", Bench.notification("once", Bench.after(60)),
      Bench.notification("daily", Bench.at(["hour": 8], repeats: true)))
    let next = try bench.killed()
    #expect(next.shown.isEmpty)
    let back = begin.advanced(by: 5 * 86_400_000)
    try next.take(.source(.clockJumped(to: back)))
    #expect(next.shown.map(\.id) == ["once", "daily"])
    #expect(next.shown.map(\.dueAt) == [begin.advanced(by: 60_000), begin.advanced(by: 8 * 3_600_000)])
    #expect(next.shown.map(\.at) == [back, back])
    #expect(next.own().nextDue == back.advanced(by: 8 * 3_600_000))
    try next.take(.source(.clockJumped(to: begin)))
    #expect(next.shown.count == 2 && next.own().nextDue == begin.advanced(by: 8 * 3_600_000))
  }

  @Test func `a trigger without a time zone follows the person into another zone`() throws {
    let bench = try Bench()
    let begin = bench.device.now
    try bench.reply(
      "homework", Bench.notification("local", Bench.at(["hour": 8])),
      Bench.notification("fixed", Bench.at(["hour": 8, "timeZone": "UTC"])))
    let next = try bench.killed(zone: "America/New_York")
    try next.pass(seconds: 86_400)
    #expect(next.shown.map(\.id) == ["fixed", "local"])
    #expect(next.shown.first?.at == begin.advanced(by: 8 * 3_600_000))
    #expect(next.shown.last?.at == begin.advanced(by: 12 * 3_600_000))
  }

  @Test(arguments: [1, 7, 60, 110_000])
  func `the person's app changes do not move a notification's instant`(seconds: Int64) throws {
    let bench = try Bench()
    let begin = bench.device.now
    try bench.reply("homework", Bench.notification("n", Bench.after(3_600)), Bench.notification("m", Bench.after(61)))
    var time = begin
    while time < begin.advanced(by: 4_000_000) {
      let end = time.advanced(by: seconds * 1_000)
      let app = Item.application(time.milliseconds % 2 == 0 ? "a" : "b")
      let span = UseSpan(start: time, end: end, app: app, isPresent: true)
      while bench.device.now < end { try bench.take(.use(span)) }
      time = end
    }
    #expect(bench.shown.map(\.id) == ["m", "n"])
    #expect(bench.shown.map(\.at) == [begin.advanced(by: 61_000), begin.advanced(by: 3_600_000)])
  }
}
