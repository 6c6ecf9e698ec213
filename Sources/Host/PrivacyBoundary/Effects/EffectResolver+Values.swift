// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import ScreenTimeRules

extension EffectResolver {
  /// The setting with items in place of tokens. References by name stay names (T4).
  func settingValue(
    _ value: ExtensionProtocol.SettingValue, at pointer: String
  ) throws(EffectRefusal) -> RuleSettingValue {
    switch value {
    case .bool(let flag): return .bool(flag)
    case .rating(let rating): return .integer(rating)
    case .cookiePolicy(let policy): return .cookiePolicy(policy)
    case .tokens(let tokens): return .items(try items(tokens, at: pointer))
    case .blockedApplications(let applications):
      var references: [ItemReference] = []
      for (index, application) in applications.enumerated() {
        switch application {
        case .bundleID(let identifier): references.append(.name(identifier))
        case .token(let token): references += try reference(token, at: "\(pointer)/\(index)/token")
        }
      }
      return .blockedApplications(references.sorted())
    case .categoryPolicy(.none): return .categoryPolicy(.none)
    case .categoryPolicy(.specific(let categories, let except)):
      return .categoryPolicy(
        .specific(
          try items(categories, at: pointer + "/categories"), except: try items(except, at: pointer + "/except")))
    case .categoryPolicy(.all(let except)):
      return .categoryPolicy(.all(except: try items(except, at: pointer + "/except")))
    case .webFilter(.none): return .webFilter(.none)
    case .webFilter(.specific(let domains)):
      return .webFilter(.specific(try references(domains, at: pointer + "/domains")))
    case .webFilter(.auto(let domains, let except)):
      return .webFilter(
        .auto(
          try references(domains, at: pointer + "/domains"), except: try references(except, at: pointer + "/except")))
    case .webFilter(.all(let except)):
      return .webFilter(.all(except: try references(except, at: pointer + "/except")))
    }
  }

  /// The value for user defaults. Entities, which only intents use, are rejected.
  func defaultValue(_ value: PropertyValue, at pointer: String) throws(EffectRefusal) -> DefaultValue {
    switch value {
    case .bool(let flag): return .bool(flag)
    case .integer(let number): return .integer(number)
    case .decimal(let text): return .decimal(text)
    case .string(let text): return .string(text)
    case .date(let milliseconds): return .date(Timestamp(milliseconds: milliseconds))
    case .url(let text): return .url(text)
    case .data(let text):
      guard let data = Data(base64Encoded: text) else {
        throw EffectRefusal(.schema, at: pointer + "/data", "\(pointer)/data is not base64.")
      }
      return .data(data)
    case .entity: throw EffectRefusal(.schema, at: pointer + "/entity", "User defaults can't hold an entity.")
    case .list(let values):
      var kept: [DefaultValue] = []
      for (index, value) in values.enumerated() {
        kept.append(try defaultValue(value, at: "\(pointer)/list/\(index)"))
      }
      return .list(kept)
    case .map(let entries):
      var kept: [String: DefaultValue] = [:]
      for (index, entry) in entries.enumerated() {
        let place = "\(pointer)/map/\(index)"
        guard kept[entry.key] == nil else {
          throw EffectRefusal(.schema, at: place + "/key", "\(place)/key occurs twice.")
        }
        kept[entry.key] = try defaultValue(entry.value, at: place + "/value")
      }
      return .map(kept)
    }
  }

  private func references(
    _ domains: [ExtensionProtocol.SettingValue.FilterDomain], at pointer: String
  ) throws(EffectRefusal) -> [ItemReference] {
    var references: [ItemReference] = []
    for (index, domain) in domains.enumerated() {
      switch domain {
      case .domain(let name): references.append(.name(HostName.canonical(name)))
      case .token(let token): references += try reference(token, at: "\(pointer)/\(index)/token")
      }
    }
    return references.sorted()
  }

  private func reference(_ token: WireToken, at pointer: String) throws(EffectRefusal) -> [ItemReference] {
    if let item = item(token) { return [.item(item)] }
    if isStrict { throw EffectRefusal.unknownToken(at: pointer) }
    return []
  }
}
