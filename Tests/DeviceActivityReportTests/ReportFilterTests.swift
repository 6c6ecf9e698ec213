// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionProtocol
import Foundation
import Testing

/// The encoding of an app's filter.
@Suite struct ReportFilterTests {
  @Test func `the default filter is the current person and this device, hourly from the start of day to now (R4)`() {
    let before = Int64(Date.now.timeIntervalSince1970 * 1_000) - 1
    let filter = DeviceActivityFilter().wire
    let after = Int64(Date.now.timeIntervalSince1970 * 1_000) + 1
    #expect(filter.segment == .hourly)
    #expect(filter.users == nil)
    #expect(filter.devices == nil)
    #expect(filter.applications.isEmpty && filter.categories.isEmpty && filter.webDomains.isEmpty)
    #expect((before...after).contains(filter.end))
    let now = Date(timeIntervalSince1970: Double(filter.end) / 1_000)
    let midnight = Calendar.current.startOfDay(for: now)
    #expect(filter.start == Int64(midnight.timeIntervalSince1970 * 1_000))
  }

  @Test func `a filter for all devices lists each device, because nil means this one (R7)`() {
    let filter = DeviceActivityFilter(users: .children, devices: .all).wire
    #expect(filter.users == .children)
    #expect(filter.devices == ["iPad", "iPhone", "iPod", "mac"])
  }
}
