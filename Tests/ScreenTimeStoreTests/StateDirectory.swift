// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore

/// A temporary state directory that is deleted with its last reference.
final class StateDirectory: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("sallyport-store-\(UUID().uuidString)").path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func open(_ durability: DeviceStore.Durability = .simulated) throws -> DeviceStore {
    try DeviceStore(directory: path, durability: durability)
  }

  var database: String { path + "/" + DeviceStore.fileName }
}

extension DeviceState {
  /// A device with two families that have values of each kind.
  static func sample() -> DeviceState {
    var state = DeviceState(
      now: Timestamp(milliseconds: 1_795_188_300_000), place: CalendarPlace(timeZone: "Europe/Berlin"))
    state.operatorStores["device"] = SettingsStore(values: [.lockPasscode: .bool(true)])
    state.grants[.application("org.example.reader")] = Timestamp(milliseconds: 1_795_188_900_000)
    state.front = Foreground(app: .application("org.mozilla.firefox"), web: .webDomain("example.org"), isInUse: true)
    state.shieldOrder = 3
    for name in ["homework", "worklog"] {
      var family = FamilyState(authorization: .approved, member: .individual)
      family.revision = 17
      family.sequence = 41
      family.stores["limits"] = SettingsStore(values: [
        .shieldApplications: .items([.application("a"), .application("b")]),
        .shieldApplicationCategories: .categoryPolicy(.all(except: [.application("c")])),
        .blockedByFilter: .webFilter(.auto([.name("example.net")], except: [.item(.webDomain("example.org"))])),
        .blockedApplications: .blockedApplications([.item(.application("d")), .name("com.example.e")]),
      ])
      family.stores["Default"] = SettingsStore(isActive: false)
      family.defaults["group.org.example"] = [
        "count": .integer(3), "ratio": .decimal("0.5"), "seen": .date(Timestamp(milliseconds: 1)),
        "nested": .map(["list": .list([.bool(true), .string("ü")]), "bytes": .data(Data([0, 255]))]),
      ]
      state.families[FamilyID(name)] = family
    }
    return state
  }
}
