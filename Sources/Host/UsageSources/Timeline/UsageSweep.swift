// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Sweeps over the edges of all records in time order and determines the use between each two edges.
struct UsageSweep {
  private let presenceKnown: Bool
  private let isBrowser: (String) -> Bool
  private var browserAnswers: [String: Bool] = [:]
  /// The records that hold at the current instant, by track.
  private var focus: [UsageSample] = []
  private var web: [UsageSample] = []
  private var presence: [UsageSample] = []
  private var spans: [UseSpan] = []

  init(presenceKnown: Bool, isBrowser: @escaping (String) -> Bool) {
    self.presenceKnown = presenceKnown
    self.isBrowser = isBrowser
  }

  mutating func spans(of samples: [UsageSample]) -> [UseSpan] {
    var edges: [(time: Int64, isStart: Bool, index: Int)] = []
    edges.reserveCapacity(samples.count * 2)
    for (index, sample) in samples.enumerated() where sample.milliseconds > 0 {
      edges.append((sample.start.milliseconds, true, index))
      edges.append((sample.end.milliseconds, false, index))
    }
    edges.sort { ($0.time, $0.isStart ? 1 : 0, $0.index) < ($1.time, $1.isStart ? 1 : 0, $1.index) }
    var position = 0
    var last = edges.first?.time ?? 0
    while position < edges.count {
      let now = edges[position].time
      if last < now { emit(from: last, to: now) }
      last = now
      while position < edges.count, edges[position].time == now {
        let sample = samples[edges[position].index]
        if edges[position].isStart { open(sample) } else { close(sample) }
        position += 1
      }
    }
    return spans
  }

  // MARK: - Records that hold

  private mutating func open(_ sample: UsageSample) {
    // A source that can't see makes no claim, so it must not override one that can.
    if case .gap = sample.claim { return }
    switch sample.track {
    case .focus: focus.append(sample)
    case .web: web.append(sample)
    case .presence: presence.append(sample)
    }
  }

  private mutating func close(_ sample: UsageSample) {
    func remove(from held: inout [UsageSample]) {
      if let place = held.lastIndex(of: sample) { held.remove(at: place) }
    }
    switch sample.track {
    case .focus: remove(from: &focus)
    case .web: remove(from: &web)
    case .presence: remove(from: &presence)
    }
  }

  // MARK: - Output

  private mutating func emit(from start: Int64, to end: Int64) {
    let isPresent = isSomebodyThere()
    // Focus without presence does not count as use; if presence is unknown, it does (LIVE-USE1, LIVE-USE4).
    let counts = isPresent || !presenceKnown
    let app = counts ? frontApp() : nil
    let host = app.flatMap { frontHost(browser: $0) }
    guard isPresent || app != nil || (presenceKnown && !presence.isEmpty) else { return }
    let span = UseSpan(
      start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end), app: app.map { .application($0) },
      web: host.map { .webDomain($0) }, isPresent: isPresent, presenceKnown: presenceKnown)
    if let last = spans.last, last.end == span.start, last.app == span.app, last.web == span.web,
      last.isPresent == span.isPresent
    {
      spans[spans.count - 1].end = span.end
    } else {
      spans.append(span)
    }
  }

  /// Whether the person is present: `lock` and `off` override `active`, which overrides `idle`, in any stream
  /// (LIVE-USE1).
  private func isSomebodyThere() -> Bool {
    var isActive = false
    for sample in presence {
      switch sample.claim {
      case .lock, .off: return false
      case .active: isActive = true
      case .idle, .app, .none, .web, .gap: break
      }
    }
    return isActive
  }

  /// The focused app at each instant: that of the better source, then of the later start (LIVE-USE3).
  private func frontApp() -> String? {
    guard let winner = focus.max(by: Self.yields), case .app(let id) = winner.claim else { return nil }
    return id
  }

  /// The host of the active tab. It counts while its own browser has the focus, or any browser if the record names none
  /// (LIVE-USE4).
  private mutating func frontHost(browser: String) -> String? {
    guard !web.isEmpty else { return nil }
    let isAnyBrowser = knowsAsBrowser(browser)
    let winner = web.filter { sample in
      guard case .web(_, let via) = sample.claim else { return false }
      return via.map { $0 == browser } ?? isAnyBrowser
    }.max(by: Self.yields)
    guard case .web(let host, _)? = winner?.claim else { return nil }
    return host
  }

  private mutating func knowsAsBrowser(_ id: String) -> Bool {
    if let answer = browserAnswers[id] { return answer }
    let answer = isBrowser(id)
    browserAnswers[id] = answer
    return answer
  }

  /// A total order, so that equal records give equal spans in any input order.
  private static func yields(_ left: UsageSample, to right: UsageSample) -> Bool {
    if left.source.focusRank != right.source.focusRank { return left.source.focusRank > right.source.focusRank }
    if left.start != right.start { return left.start < right.start }
    if left.stream != right.stream { return left.stream.isOrderedBefore(right.stream) }
    return left.line.isOrderedBefore(right.line)
  }
}
