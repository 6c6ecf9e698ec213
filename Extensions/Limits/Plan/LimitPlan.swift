// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import FamilyControls
public import Foundation

/// The person's settings: limits, downtime and always-allowed items. The app writes them, and the extensions read them.
public struct LimitPlan: Codable, Equatable, Sendable {
  /// A daily limit on everything in a selection together.
  public struct Limit: Codable, Equatable, Identifiable, Sendable {
    public var id: Int
    public var selection: FamilyActivitySelection
    public var minutes: Int

    public init(id: Int, minutes: Int) {
      self.id = id
      selection = FamilyActivitySelection()
      self.minutes = minutes
    }
  }

  /// The hours in which only what is always allowed is open.
  public struct Downtime: Codable, Equatable, Sendable {
    public var isOn = false
    public var startHour = 21
    public var endHour = 7
  }

  /// The minutes that a limit can have.
  public static let lengths = [1, 5, 15, 30, 45, 60, 90, 120, 180, 240]
  /// The most limits at a time. Each is an event of one activity.
  public static let mostLimits = 8

  public var limits: [Limit] = []
  public var downtime = Downtime()
  public var allowed = FamilyActivitySelection()
  /// Whether the buttons of a shield give more time, instead of only the guardian.
  public var allowsMoreTime = true

  public init() {}

  /// Adds a limit of one hour on nothing yet.
  ///
  /// - Returns: `nil` if there are as many as possible.
  public mutating func addLimit() -> Int? {
    guard limits.count < Self.mostLimits else { return nil }
    let id = (limits.map(\.id).max() ?? 0) + 1
    limits.append(Limit(id: id, minutes: 60))
    return id
  }
}

extension UserDefaults {
  /// The defaults that the app shares with its extensions.
  public static var limits: UserDefaults? { UserDefaults(suiteName: "group.org.example.limits") }

  public var limitPlan: LimitPlan {
    get { stored("plan") ?? LimitPlan() }
    set { store(newValue, "plan") }
  }

  public var limitDay: LimitDay {
    get { stored("day") ?? LimitDay() }
    set { store(newValue, "day") }
  }

  private func stored<Value: Decodable>(_ key: String) -> Value? {
    data(forKey: key).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
  }

  private func store(_ value: some Encodable, _ key: String) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    set(try? encoder.encode(value), forKey: key)
  }
}

extension FamilyActivitySelection {
  public var isNothing: Bool { applicationTokens.isEmpty && categoryTokens.isEmpty && webDomainTokens.isEmpty }
}
