// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import SwiftUI
import Testing

/// Every symbol of `screen-time.md` by its name.
@MainActor @Suite struct DeviceActivityCensus {
  @Test func `names are raw values`() {
    #expect(DeviceActivityName("a").rawValue == "a" && DeviceActivityName(rawValue: "a") == DeviceActivityName("a"))
    #expect(DeviceActivityEvent.Name("a").rawValue == "a")
    #expect(DeviceActivityEvent.Name(rawValue: "a").hashValue == DeviceActivityEvent.Name("a").hashValue)
    #expect(DeviceActivityReport.Context("a").rawValue == "a")
    #expect(DeviceActivityReport.Context(rawValue: "a") == DeviceActivityReport.Context("a"))
  }

  @Test func `a schedule and an event keep their values`() throws {
    let tokens = try Tokens()
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 8), intervalEnd: DateComponents(hour: 9), repeats: true,
      warningTime: DateComponents(minute: 5))
    #expect(schedule.intervalStart.hour == 8 && schedule.intervalEnd.hour == 9 && schedule.repeats)
    #expect(schedule.warningTime?.minute == 5 && schedule.nextInterval?.duration == 3_600)
    let event = DeviceActivityEvent(
      applications: [tokens.application], categories: [tokens.category], webDomains: [tokens.webDomain],
      threshold: DateComponents(minute: 15), includesPastActivity: true)
    #expect(event.applications.count == 1 && event.categories.count == 1 && event.webDomains.count == 1)
    #expect(event.threshold.minute == 15 && event.includesPastActivity && !event.includesAllActivity)
    #expect(DeviceActivityEvent(threshold: DateComponents(minute: 1)).includesAllActivity)
    #expect(!DeviceActivityEvent(applications: [tokens.application], threshold: DateComponents()).includesPastActivity)
  }

  @Test func `a centre without a host monitors nothing`() {
    let center = DeviceActivityCenter()
    #expect(center.activities.isEmpty && center.schedule(for: DeviceActivityName("a")) == nil)
    #expect(center.events(for: DeviceActivityName("a")).isEmpty)
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 8), intervalEnd: DateComponents(hour: 9), repeats: true)
    #expect(throws: DeviceActivityCenter.MonitoringError.unauthorized) {
      try center.startMonitoring(DeviceActivityName("a"), during: schedule, events: [:])
    }
    center.stopMonitoring([DeviceActivityName("a")])
    center.stopMonitoring()
    let errors: [DeviceActivityCenter.MonitoringError] = [
      .excessiveActivities, .intervalTooLong, .intervalTooShort, .invalidDateComponents, .unauthorized,
    ]
    #expect(errors.allSatisfy { $0.errorDescription != nil && $0.recoverySuggestion != nil })
  }

  @Test func `the base class of monitors does nothing`() {
    let (monitor, name) = (DeviceActivityMonitor(), DeviceActivityName("a"))
    monitor.intervalDidStart(for: name)
    monitor.intervalDidEnd(for: name)
    monitor.intervalWillStartWarning(for: name)
    monitor.intervalWillEndWarning(for: name)
    monitor.eventDidReachThreshold(DeviceActivityEvent.Name("e"), activity: name)
    monitor.eventWillReachThresholdWarning(DeviceActivityEvent.Name("e"), activity: name)
  }

  @Test func `a filter keeps its values`() {
    let span = DateInterval(start: .now, duration: 60)
    let intervals: [DeviceActivityFilter.SegmentInterval] = [
      .hourly(during: span), .daily(during: span), .weekly(during: span),
    ]
    #expect(Set(intervals).count == 3)
    var filter = DeviceActivityFilter(
      segment: .daily(during: span), users: .children, devices: DeviceActivityFilter.Devices([.iPad]),
      applications: [], categories: [], webDomains: [])
    #expect(filter.segmentInterval == intervals[1] && filter.users == .children && filter.devices != .all)
    filter.segmentInterval = intervals[2]
    #expect(filter.applications.isEmpty && filter.categories.isEmpty && filter.webDomains.isEmpty)
    #expect(DeviceActivityFilter(segment: .hourly(), devices: nil).users == nil)
    #expect(DeviceActivityFilter.Users.all != .children)
  }

  @Test func `report data is read by its property names`() {
    func read(_ data: DeviceActivityData) -> [Any?] {
      [
        data.user.appleID, data.user.nameComponents, data.user.role, data.device.name, data.device.model,
        data.segmentInterval, data.lastUpdatedDate, data.activitySegments,
      ]
    }
    func read(_ segment: DeviceActivityData.ActivitySegment) -> [Any?] {
      [
        segment.dateInterval, segment.totalActivityDuration, segment.longestActivity, segment.firstPickup,
        segment.totalPickupsWithoutApplicationActivity, segment.categories,
      ]
    }
    func read(_ category: DeviceActivityData.CategoryActivity) -> [Any?] {
      [category.category, category.totalActivityDuration, category.applications, category.webDomains]
    }
    func read(_ app: DeviceActivityData.ApplicationActivity, _ site: DeviceActivityData.WebDomainActivity) -> [Any?] {
      [
        app.application, app.totalActivityDuration, app.numberOfPickups, app.numberOfNotifications, site.webDomain,
        site.totalActivityDuration,
      ]
    }
    let models: [DeviceActivityData.Device.Model] = [.iPhone, .iPod, .iPad, .mac]
    #expect(models.map(\.rawValue) == Array(0...3))
    let roles: [DeviceActivityData.User.FamilyRole] = [.individual, .child]
    #expect(roles.map(\.rawValue) == [0, 1])
  }

  private struct Streaming: DeviceActivityReportScene {
    let context = DeviceActivityReport.Context("streaming")
    let content: (Int) -> Text = { Text("\($0)") }
    func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Int {
      var count = 0
      let iterator: DeviceActivityResults<DeviceActivityData>.Iterator<DeviceActivityData> = data.makeAsyncIterator()
      while await iterator.next() != nil { count += 1 }
      return count
    }
  }

  private struct Collected: DeviceActivityReportScene {
    let context = DeviceActivityReport.Context("collected")
    let content: (Int) -> Text = { Text("\($0)") }
    func makeConfiguration(representing data: [DeviceActivityData]) -> Int { data.count }
  }

  private struct Both: DeviceActivityReportExtension {
    var body: some DeviceActivityReportScene {
      Streaming()
      Collected()
    }
  }

  @Test func `a report extension has scenes of either form`() {
    let both = Both()
    _ = (both.body, both.configuration, Both.main)
    let reports: [any View] = [
      DeviceActivityReport(.init("a")), DeviceActivityReport(.init("a"), filter: DeviceActivityFilter()),
      DeviceActivityReport(context: .init("a"), filter: DeviceActivityFilter()),
    ]
    #expect(reports.count == 3)
    #expect(DeviceActivityReportBuilder.buildBlock(Streaming()).context.rawValue == "streaming")
    typealias Results = DeviceActivityResults<DeviceActivityData>
    #expect(Results.Failure.self == Never.self && Results.Iterator<Int>.Element.self == Int.self)
  }
}
