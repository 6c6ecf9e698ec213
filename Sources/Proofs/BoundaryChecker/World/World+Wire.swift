// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import PrivacyBoundary
internal import ScreenTimeRules

// MARK: - As a line of a file

extension World {
  var wire: WireValue {
    func byRole(_ texts: [Role: String]) -> WireValue {
      var object = WireObject()
      for (role, text) in texts { object[role.rawValue] = .string(text) }
      return .object(object)
    }
    var object = WireObject()
    object["names"] = byRole(names)
    object["identities"] = byRole(identities)
    object["use"] = .array(
      use.map { block in
        var object = WireObject()
        for (role, time) in block { object[role.rawValue] = .integer(time) }
        return .object(object)
      })
    object["reversed"] = .array(isReversed.map { .bool($0) })
    object["neighbour"] = .integer(neighbour)
    object["keys"] = .string(String(keys))
    object["failsWhenSealed"] = .bool(failsWhenSealed)
    object["historyDays"] = .integer(historyDays)
    object["deviceModel"] = .string(deviceModel)
    object["fill"] = .integer(fill)
    object["extras"] = .integer(extras)
    object["uninstalled"] = uninstalled.map { .string($0.rawValue) }
    return .object(object)
  }

  /// Decodes a world from a file of unknown origin and rejects what no generator makes.
  init(_ line: LeakMembers) throws(LeakFileFault) {
    func byRole(_ name: String) throws(LeakFileFault) -> [Role: String] {
      guard case .object(let object) = try line.value(name) else { throw line.fault(name) }
      var texts: [Role: String] = [:]
      for member in object.members {
        guard let role = Role(rawValue: member.name), case .string(let text) = member.value, text.utf8.count <= 4_096
        else { throw line.fault(name) }
        texts[role] = text
      }
      guard texts.count == Role.allCases.count else { throw line.fault(name) }
      return texts
    }
    self.init(seed: 0)
    names = try byRole("names")
    identities = try byRole("identities")
    for role in Role.allCases where (try? CanonicalIdentity.item(role.kind, item(role).id)) != item(role) {
      throw line.fault("identities")
    }
    guard Set(Role.allCases.map(item)).count == Role.allCases.count else { throw line.fault("identities") }
    guard case .array(let blocks) = try line.value("use"), blocks.count == Self.blocks else { throw line.fault("use") }
    var use: [[Role: Int64]] = []
    for block in blocks {
      guard case .object(let object) = block else { throw line.fault("use") }
      var times: [Role: Int64] = [:]
      for member in object.members {
        guard let role = Role(rawValue: member.name), case .integer(let time) = member.value,
          (0...Self.blockLength).contains(time)
        else { throw line.fault("use") }
        times[role] = time
      }
      use.append(times)
    }
    self.use = use
    guard case .array(let orders) = try line.value("reversed"), orders.count == Self.blocks else {
      throw line.fault("reversed")
    }
    isReversed = try orders.map { (order) throws(LeakFileFault) in
      guard case .bool(let isReversed) = order else { throw line.fault("reversed") }
      return isReversed
    }
    neighbour = try line.integer("neighbour", 0...1_000_000)
    keys = try line.number("keys")
    failsWhenSealed = try line.flag("failsWhenSealed")
    historyDays = try line.integer("historyDays", 0...400)
    deviceModel = try line.text("deviceModel", atMost: 64)
    fill = try line.integer("fill", 0...Self.blockLength)
    extras = try line.integer("extras", 0...Self.mostExtras)
    switch line.optional("uninstalled") {
    case nil: uninstalled = nil
    case .string(let name)?:
      guard let role = Role(rawValue: name) else { throw line.fault("uninstalled") }
      uninstalled = role
    default: throw line.fault("uninstalled")
    }
    try line.end()
  }
}
