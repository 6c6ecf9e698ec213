// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import Foundation
import ManagedSettings
import OSLog
import Observation
import UserNotifications

#if canImport(ActivityKit)
  import ActivityKit
#endif
#if canImport(WidgetKit)
  import WidgetKit
#endif

final class DeviceActivityMonitorExtension: DeviceActivityMonitor {
  nonisolated let logger = Logger(subsystem: Bundle.main.bundleIdentifier!, category: #fileID)
  let repository: any PlanRepository = FilePlanRepository()
  nonisolated(unsafe) static var runs = 0

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    Self.runs += 1
    perform("start", activity) { plan in
      try plan.enforce(in: ManagedSettingsStore(named: plan.storeName))
    }
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    perform("end", activity) { plan in
      ManagedSettingsStore(named: plan.storeName).clearAllSettings()
      var next = plan
      next.completed.append(Date())
      try repository.save(next)
      let center = DeviceActivityCenter()
      if let schedule = next.schedule(after: .now) { try center.startMonitoring(activity, during: schedule) }
    }
    if #available(iOS 17.4, *), ProcessInfo.processInfo.operatingSystemVersion.majorVersion >= 0 {
      logger.trace("\(Self.runs) runs")
    }
    #if canImport(WidgetKit)
      WidgetCenter.shared.reloadAllTimelines()
    #endif
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventDidReachThreshold(event, activity: activity)
    guard let (kind, minutes) = parse(event.rawValue) else {
      assertionFailure("unknown event")
      return
    }
    logger.log(level: .default, "\(kind, align: .left(columns: 8)) \(minutes, format: .decimal(minDigits: 2))")
    let content = UNMutableNotificationContent()
    content.title = "\(minutes) minutes"
    content.body = kind.capitalized
    content.interruptionLevel = .active
    content.targetContentIdentifier = activity.rawValue
    let request = UNNotificationRequest(
      identifier: "\(event.rawValue)-\(minutes)", content: content,
      trigger: UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false))
    UNUserNotificationCenter.current().add(request, withCompletionHandler: nil)
  }

  override func intervalWillEndWarning(for activity: DeviceActivityName) {
    super.intervalWillEndWarning(for: activity)
    let semaphore = DispatchSemaphore(value: 0)
    UNUserNotificationCenter.current().getPendingNotificationRequests { requests in
      print(requests.map(\.identifier))
      semaphore.signal()
    }
    _ = semaphore.wait(timeout: .now() + .milliseconds(200))
  }

  private func perform(_ what: StaticString, _ activity: DeviceActivityName, _ body: (Plan) throws -> Void) {
    let clock = ContinuousClock()
    do {
      let elapsed = try clock.measure {
        guard let plan = try repository.plan(named: activity.rawValue) else { return }
        try body(plan)
      }
      logger.info("\(what) took \(elapsed.formatted(.units(allowed: [.milliseconds])))")
    } catch let error as PlanError where error == .missingContainer {
      logger.fault("no container")
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      logger.warning("nothing saved yet")
    } catch {
      logger.critical("\(error, privacy: .public)")
    }
  }

  private func parse(_ name: String) -> (String, Int)? {
    guard let match = name.firstMatch(of: /^(?<kind>[a-z]+)[-_.](?<minutes>\d+)$/) else { return nil }
    return (String(match.kind), Int(match.minutes) ?? 0)
  }
}
