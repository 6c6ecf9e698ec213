// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Checks the value of one setting.
struct SettingRules {
  enum Verdict {
    /// The value, with domains in canonical form (M11).
    case accepted(SettingValue)
    case breach(EffectViolation, silently: Silence)
  }

  /// The behavior of `appleCompatible` instead of reporting the violation.
  enum Silence {
    /// The setting is dropped and reads as `nil`.
    case drop
    case replace(SettingValue)
  }

  let key: SettingKey
  let snapshot: Snapshot
  /// The maximum number of tokens, of categories, of exceptions and of domains.
  let maximum: Int

  func check(_ value: SettingValue) throws(EffectViolation) -> Verdict {
    switch value {
    case .bool, .cookiePolicy: return .accepted(value)
    case .rating(let rating): return self.rating(rating)
    case .tokens(let tokens):
      let code: EffectViolation.Code = key == .shieldApplications ? .shieldApplications : .shieldWebDomains
      return tooMany(tokens, code) ?? unknown(tokens) { .tokens($0) } ?? .accepted(value)
    case .blockedApplications(let applications):
      let tokens = applications.compactMap { if case .token(let token) = $0 { token } else { nil } }
      return tooMany(applications, .blockedApplications)
        ?? unknown(tokens) { kept in
          .blockedApplications(
            applications.filter { if case .token(let token) = $0 { kept.contains(token) } else { true } })
        } ?? .accepted(value)
    case .categoryPolicy(let policy): return self.policy(policy)
    case .webFilter(let filter): return self.filter(filter)
    }
  }

  private func rating(_ rating: Int64) -> Verdict {
    guard !(0...1_000).contains(rating) else { return .accepted(.rating(rating)) }
    let violation = EffectViolation(
      .ratingOutOfRange, rule: "M12", subject: key.rawValue, limit: 1_000, actual: Int(rating),
      detail: "is \(rating); 0…1000 are allowed")
    return .breach(violation, silently: .replace(.rating(min(max(rating, 0), 1_000))))
  }

  private func policy(_ policy: SettingValue.CategoryPolicy) -> Verdict {
    let lists: (categories: [WireToken], except: [WireToken]) =
      switch policy {
      case .none: ([], [])
      case .specific(let categories, let except): (categories, except)
      case .all(let except): ([], except)
      }
    return tooMany(lists.categories, .shieldCategories) ?? tooMany(lists.except, .shieldExceptions)
      ?? unknown(lists.categories + lists.except) { kept in
        switch policy {
        case .none: .categoryPolicy(.none)
        case .specific(let categories, let except):
          .categoryPolicy(
            .specific(categories: categories.filter(kept.contains), except: except.filter(kept.contains)))
        case .all(let except): .categoryPolicy(.all(except: except.filter(kept.contains)))
        }
      } ?? .accepted(.categoryPolicy(policy))
  }

  private func filter(_ filter: SettingValue.WebFilter) -> Verdict {
    var breach: Verdict?
    let domains = { (list: [SettingValue.FilterDomain]) -> [SettingValue.FilterDomain] in
      breach = breach ?? tooMany(list, .filterDomains)
      return normalised(list, &breach)
    }
    let exceptions = { (list: [SettingValue.FilterDomain]) -> [SettingValue.FilterDomain] in
      breach = breach ?? tooMany(list, .filterExceptions)
      return normalised(list, &breach)
    }
    let checked: SettingValue.WebFilter =
      switch filter {
      case .none: .none
      case .specific(let list): .specific(domains: domains(list))
      case .auto(let list, let except): .auto(domains: domains(list), except: exceptions(except))
      case .all(let except): .all(except: exceptions(except))
      }
    if case .breach(let violation, .replace)? = breach {
      return .breach(violation, silently: .replace(.webFilter(checked)))
    }
    return breach ?? .accepted(.webFilter(checked))
  }

  /// Lower-cases bare host names. Others are omitted and recorded as a violation; under `appleCompatible` they never
  /// match (M11).
  private func normalised(
    _ list: [SettingValue.FilterDomain], _ breach: inout Verdict?
  ) -> [SettingValue.FilterDomain] {
    var result: [SettingValue.FilterDomain] = []
    for entry in list {
      switch entry {
      case .token(let token):
        if case .breach(let violation, _)? = unknown([token], { _ in .webFilter(.none) }) {
          breach = breach ?? .breach(violation, silently: .replace(.webFilter(.none)))
        } else {
          result.append(entry)
        }
      case .domain(let text):
        if let domain = Self.hostName(text) {
          result.append(.domain(domain))
        } else {
          let violation = EffectViolation(
            .domainInvalid, rule: "M11", subject: key.rawValue, detail: "has a domain that is not a bare host name")
          breach = breach ?? .breach(violation, silently: .replace(.webFilter(.none)))
        }
      }
    }
    return result
  }

  /// - Returns: `nil` for schemes, paths, ports, wildcards, addresses and the empty name.
  static func hostName(_ text: String) -> String? {
    let name = text.lowercased()
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...255).contains(name.utf8.count), labels.allSatisfy(isLabel), labels.last?.allSatisfy(\.isNumber) == false
    else { return nil }
    return name
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let isMadeOfLetters = label.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "-"
        || (!$0.isASCII && $0.properties.generalCategory == .nonspacingMark)
    }
    return !label.isEmpty && isMadeOfLetters && label.first != "-" && label.last != "-"
  }

  // MARK: - Lists

  private func tooMany<Element>(_ list: [Element], _ code: EffectViolation.Code) -> Verdict? {
    guard list.count > maximum else { return nil }
    let violation = EffectViolation(
      code, rule: "§4", subject: key.rawValue, limit: maximum, actual: list.count,
      detail: "holds \(list.count) entries; the maximum is \(maximum)")
    return .breach(violation, silently: .drop)
  }

  /// Tokens that are invalid according to the snapshot. The host checks whether the others were issued (T5).
  private func unknown(_ tokens: [WireToken], _ value: (_ kept: [WireToken]) -> SettingValue) -> Verdict? {
    let void = Set(snapshot.tokens.filter { $0.status != .rotated }.map(\.token))
    guard !void.isEmpty, !void.isDisjoint(with: tokens) else { return nil }
    let kept = tokens.filter { !void.contains($0) }
    let violation = EffectViolation(
      .tokenUnknown, rule: "T5", subject: key.rawValue, detail: "contains a token that is no longer valid")
    return .breach(violation, silently: .replace(value(kept)))
  }
}
