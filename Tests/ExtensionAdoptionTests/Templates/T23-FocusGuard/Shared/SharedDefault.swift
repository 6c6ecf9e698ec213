// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation

@propertyWrapper
struct SharedDefault<Value: Codable> {
  let key: Constants.Keys
  let defaultValue: Value
  private var defaults: UserDefaults { UserDefaults(suiteName: Constants.appGroup) ?? .standard }

  init(wrappedValue: Value, _ key: Constants.Keys) {
    self.key = key
    defaultValue = wrappedValue
  }

  var wrappedValue: Value {
    get {
      guard let data = defaults.object(forKey: key.rawValue) as? Data else { return defaultValue }
      return (try? JSONDecoder().decode(Value.self, from: data)) ?? defaultValue
    }
    nonmutating set {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      defaults.set(try? JSONEncoder().encode(newValue), forKey: key.rawValue)
      defaults.synchronize()
    }
  }

  var projectedValue: SharedDefault<Value> { self }

  func reset() { defaults.removeObject(forKey: key.rawValue) }
}

struct FocusSession: Codable, Identifiable, Hashable, Comparable {
  enum Phase: String, Codable, CaseIterable {
    case scheduled, running, paused, done

    var title: String {
      switch self {
      case .scheduled: return NSLocalizedString("phase.scheduled", comment: "A session to come")
      case .running: return String(localized: "Running")
      case .paused: return String(localized: "phase.paused", defaultValue: "Paused")
      case .done: return NSLocalizedString("Done", value: "Done", comment: "")
      }
    }
  }

  struct Days: OptionSet, Codable, Hashable {
    let rawValue: Int
    static let monday = Days(rawValue: 1 << 0)
    static let weekend = Days(rawValue: 0b110_0000)
    static let all: Days = [.monday, .weekend]
  }

  let id: UUID
  var title: String
  var start: DateComponents
  var end: DateComponents
  var phase: Phase = .scheduled
  var days: Days = .all
  var startedAt: Date?

  static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.start.hour ?? 0, lhs.start.minute ?? 0) < (rhs.start.hour ?? 0, rhs.start.minute ?? 0)
  }
}

final class SessionStore: ObservableObject {
  static let shared = SessionStore()

  @Published private(set) var active: FocusSession?
  @SharedDefault(.sessions) var sessions: [FocusSession] = []
  @SharedDefault(.streak) var streak: Int = 0
  private var cancellables = Set<AnyCancellable>()

  private init() {
    $active
      .compactMap { $0?.title }
      .removeDuplicates()
      .sink { print("active: \($0)") }
      .store(in: &cancellables)
  }

  func session(with id: UUID) -> FocusSession? { sessions.first { $0.id == id } }

  func update(_ id: UUID, _ body: (inout FocusSession) -> Void) {
    guard let index = sessions.firstIndex(where: { $0.id == id }) else { return }
    var all = sessions
    body(&all[index])
    sessions = all.sorted()
    active = all[index]
  }
}
