// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ScreenTimeRules

/// One run of a live host with 50 families, and the times of its healthy ones. All times are in nanoseconds.
struct ReactionRun {
  /// What differs between the runs.
  enum Variant: CaseIterable {
    /// Ten families never reply to a monitor's callback.
    case tenHang
    case noneHangs
    /// None hangs, and the thresholds of all families are reached at the same instants.
    case dueAtOnce

    var name: String {
      switch self {
      case .tenHang: "ten hang"
      case .noneHangs: "none hangs"
      case .dueAtOnce: "none hangs, all due at once"
      }
    }

    /// The ten families that hang in one of the variants.
    fileprivate var ten: String { self == .tenHang ? "hang" : "calm" }
  }

  /// Due → request written. Thresholds are further apart than the idle limit of a monitor, so that nearly all samples
  /// contain a launch, as on a live device.
  private(set) var due: [Double] = []
  /// Shielded application in the foreground → default shield presented.
  private(set) var defaults: [Double] = []
  /// Shielded application in the foreground → the extension's look presented. Without the first, as warm-up.
  private(set) var looks: [Double] = []
  /// The same for the first appearance, while the apps of all families are still starting.
  private(set) var firstLook: [Double] = []

  private static let length: Int64 = 36_000
  private static let events = 20
  private static let measured = ["often", "rare"]

  init(_ variant: Variant, _ bench: Workbench) throws {
    let scratch = try Scratch("reaction")
    let names =
      Self.names(variant.ten, 10) + Self.names("crash", 5) + ["asks", "logs", "shield"] + Self.names("often", 16)
      + Self.names("rare", 16)
    let families = try SampleFamilies(
      names, events: Self.events, areDueAtOnce: variant == .dueAtOnce, bench, in: scratch.path)
    let requests = TimedRequests()
    var configuration = families.configuration(clock: .real, state: scratch.path + "/state")
    configuration.witness = requests
    let feed = AlternatingFeed(start: SampleFamilies.start, length: Self.length)
    let driver = try LiveDriver(
      configuration,
      feed: { _, _ in
        feed.begin()
        return feed
      }, onEvent: { _ in })
    feed.onEnd = driver.ending
    var presented: [Timestamp: (plain: Double?, look: Double?)] = [:]
    driver.onPresented = { surface in
      guard case .shield(let shield) = surface, shield.isOnScreen, !shield.isRepeated else { return }
      let (since, time) = (shield.shield.since, feed.time(since: shield.shield.since))
      if shield.look == nil {
        if presented[since]?.plain == nil { presented[since, default: (nil, nil)].plain = time }
      } else if presented[since]?.look == nil {
        presented[since, default: (nil, nil)].look = time
      }
    }
    try driver.run()

    for request in requests.all where Self.measured.contains(where: request.family.hasPrefix) {
      let time = feed.time(since: Timestamp(milliseconds: request.dueAt), to: request.writtenAt)
      due.append(time)
    }
    defaults = presented.values.compactMap(\.plain)
    let inOrder = presented.sorted { $0.key < $1.key }.compactMap(\.value.look)
    (firstLook, looks) = (Array(inOrder.prefix(1)), Array(inOrder.dropFirst()))
    try check(requests.all, variant.ten)
  }

  private static func names(_ name: String, _ count: Int) -> [String] {
    (0..<count).map { "\(name)\($0 < 10 ? "0" : "")\($0)" }
  }

  /// Fails if the ten families were not called or nothing was shielded, because the run then measured something else.
  private func check(_ requests: [TimedRequest], _ ten: String) throws {
    for (name, count) in [("often", 48), ("rare", 8), (ten, 10), ("crash", 5), ("asks", 1), ("logs", 1)] {
      let found = requests.count { $0.family.hasPrefix(name) }
      guard found >= count else {
        throw BenchmarkError("The families “\(name)…” got \(found) callbacks instead of at least \(count).")
      }
    }
    guard defaults.count >= 20, looks.count >= 20 else {
      throw BenchmarkError("Only \(defaults.count) default shields and \(looks.count) looks were presented.")
    }
  }
}
