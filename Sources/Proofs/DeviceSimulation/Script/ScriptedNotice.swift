// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// A notification request in a scripted reply.
enum ScriptedNotice: Hashable {
  /// `seconds` is `nil` for a notification that is due at once.
  case request(id: String, seconds: Int64?)
  /// `ids` is empty for all.
  case cancel(ids: [String], of: NotificationPart)

  var wire: Effect {
    switch self {
    case .request(let id, let seconds):
      .scheduleNotification(
        NotificationRequest(
          id: id, title: "Title \(id)", body: "Body", trigger: seconds.map { .after(seconds: $0) }))
    case .cancel(let ids, let part): .cancelNotifications(ids: ids, of: part)
    }
  }
}

extension EffectMaker {
  /// Requests and cancellations with few identifiers, so that they affect each other; due within the next hours.
  mutating func notices() -> [ScriptedNotice] {
    guard point == .monitor, random.oneIn(3) else { return [] }
    return (0..<random.number(1...2)).map { _ in
      let id = "n\(random.number(0...3))"
      switch random.number(0...7) {
      case 0: return .cancel(ids: random.oneIn(2) ? [id] : [], of: random.pick([.all, .pending, .listed]))
      case 1: return .request(id: id, seconds: nil)
      case 2, 3: return .request(id: id, seconds: Int64(random.number(1...60)))
      default: return .request(id: id, seconds: Int64(random.number(1...20_000)))
      }
    }
  }
}
