// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ScreenTimeRules
import TextEscaping
import UsageSources

/// The feed of a live driver, from this machine's clocks and the command's sources.
final class MachineFeed: LiveFeed {
  private let clocks: SystemClocks
  private let feeds: [any SampleFeed]
  private var use: LiveUse
  /// The inputs that the device takes before anything else.
  private var first: [LiveInput]
  /// Whether a record began or ended in the last read, so that the foreground may have changed.
  private var hasChanged = false

  /// - Parameters:
  ///   - mark: the clock mark that an earlier host stored.
  ///   - device: the device's time; `nil` if it is new and starts now.
  /// - Throws: `HostError` for a source that can't be read.
  init(_ sources: [LiveSource], mark: ClockMark?, device: Timestamp?) throws {
    feeds = try sources.map { try $0.open() }
    do throws(SampleFeedError) { clocks = try SystemClocks() } catch { throw HostError(.failed, "\(error)") }
    (use, first) = LiveUse.start(clocks.read(), mark: mark, device: device)
  }

  deinit { for feed in feeds { feed.close() } }

  var descriptors: [CInt] { feeds.filter { !$0.isOver }.map(\.descriptor) }

  /// After a change, look again a millisecond later, when the new use has a length.
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

  /// The device's input. Rejected records are reported to the operator and not passed to the device.
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
  /// Whether the foreground may be different after the event.
  fileprivate var isChange: Bool {
    switch self {
    case .opened, .closed, .late, .gap, .lost: true
    case .appeared, .grown, .rejected, .rejectedMore: false
    }
  }
}
