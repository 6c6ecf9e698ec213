// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ScreenTimeRules
import TextEscaping
import UsageSources

/// The clocks of this machine and the sources that a command named, as a live driver takes them.
final class MachineFeed: LiveFeed {
  private let clocks: SystemClocks
  private let feeds: [any SampleFeed]
  private var use: LiveUse
  /// What the device takes before anything else.
  private var first: [LiveInput]
  /// A record began or ended, so what is in front may be another from here on.
  private var hasChanged = false

  /// - Parameters:
  ///   - mark: what an earlier host left in the store.
  ///   - device: the device's time; `nil` if it is new and begins now.
  /// - Throws: `HostError` for a source that can't be read.
  init(_ sources: [LiveSource], mark: ClockMark?, device: Timestamp?) throws {
    feeds = try sources.map { try $0.open() }
    do throws(SampleFeedError) { clocks = try SystemClocks() } catch { throw HostError(.failed, "\(error)") }
    (use, first) = LiveUse.start(clocks.read(), mark: mark, device: device)
  }

  deinit { for feed in feeds { feed.close() } }

  var descriptors: [CInt] { feeds.filter { !$0.isOver }.map(\.descriptor) }

  /// Use that began just now has no length yet; a millisecond later it has.
  var nextLook: Timestamp? { hasChanged ? use.clock.now.advanced(by: 1) : use.nextLook }

  func boottime(of instant: Timestamp) -> Int64 { use.clock.boottime(of: instant) }

  func read() -> [DeviceInput] {
    var reports: [LiveUse.Report] = []
    for (number, feed) in feeds.enumerated() where !feed.isOver {
      reports += feed.read().map { LiveUse.Report(feed: number, place: feed.place, event: $0) }
    }
    hasChanged = reports.contains(where: \.event.isChange)
    let inputs = first + use.advance(to: clocks.read(), reports)
    first = []
    return inputs.compactMap(Self.input)
  }

  /// What was refused is for the operator; the device is not told.
  private static func input(_ input: LiveInput) -> DeviceInput? {
    switch input {
    case .use(let span): return .use(span)
    case .time(let time): return .time(time)
    case .source(let event): return .source(event)
    case .rejected(let place, let rejection):
      Terminal.complain("\(place.rawValue): \(rejection.description), left out")
    case .rejectedMore(let place, let count):
      Terminal.complain("\(place.rawValue): \(count) more lines were left out")
    }
    return nil
  }
}

extension SampleFeedEvent {
  /// Whether another thing may be in front after it.
  fileprivate var isChange: Bool {
    switch self {
    case .opened, .closed, .late, .gap, .lost: true
    case .appeared, .grown, .rejected, .rejectedMore: false
    }
  }
}
