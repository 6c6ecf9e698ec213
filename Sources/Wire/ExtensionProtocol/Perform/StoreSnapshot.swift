// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A settings store of the family.
public struct StoreSnapshot: Hashable, Sendable {
  public var name: String
  public var isActive: Bool
  public var settings: [SettingKey: SettingValue]

  public init(name: String, isActive: Bool = true, settings: [SettingKey: SettingValue]) {
    self.name = name
    self.isActive = isActive
    self.settings = settings
  }
}

extension StoreSnapshot: WireConvertible {
  public var wire: WireValue {
    var settings = WireObject()
    for (key, value) in self.settings { settings[key.rawValue] = value.wire }
    return ["active": isActive.wire, "name": name.wire, "settings": .object(settings)]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    name = try reader.required("name")
    isActive = try reader.required("active")
    settings = [:]
    let place = reader.path("settings")
    guard case .object(let object) = reader.value("settings") ?? [:] else {
      throw WireError(at: place, "is not an object")
    }
    for member in object.members {
      guard let key = SettingKey(rawValue: member.name) else {
        if origin == .host { continue }
        throw WireError(at: "\(place)/\(member.name)", "is not a setting")
      }
      settings[key] = try SettingValue(wire: member.value, for: key, at: "\(place)/\(member.name)", from: origin)
    }
    try reader.finish()
  }
}
