// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Records of any number of streams merged into one timeline of presence and foreground (LIVE-USE1 … LIVE-USE5).
package struct UsageTimeline: Sendable {
  /// Ascending and without overlaps. Time without any record is left out.
  package let spans: [UseSpan]
  /// False if no record reports presence, so that being in the foreground counts as use (LIVE-USE1).
  package let presenceKnown: Bool
  package let clockJumps: [TrustedTime.Jump]
  /// The number of records too coarse for a threshold (LIVE-SMP5), which are not in `spans`.
  package let coarseSamples: Int
  /// All apps and hosts of the records, ascending, whether or not they counted.
  package let items: [Item]

  /// - Parameter isBrowser: returns whether an app's time also belongs to the host of the active tab (LIVE-USE4).
  package init(_ samples: [UsageSample], isBrowser: @escaping (String) -> Bool = Browsers.isBrowser) {
    var trusted = TrustedTime()
    let usable = samples.filter { $0.resolution <= 60_000 }
    let placed = trusted.place(usable)
    clockJumps = trusted.jumps
    coarseSamples = samples.count - usable.count
    let presenceKnown = placed.contains { sample in
      switch sample.claim {
      case .active, .idle, .lock, .off: sample.milliseconds > 0
      case .app, .none, .web, .gap: false
      }
    }
    self.presenceKnown = presenceKnown
    items = Self.items(of: placed)
    var sweep = UsageSweep(presenceKnown: presenceKnown, isBrowser: isBrowser)
    spans = sweep.spans(of: placed)
  }

  private static func items(of samples: [UsageSample]) -> [Item] {
    var items: Set<Item> = []
    for sample in samples {
      switch sample.claim {
      case .app(let id): items.insert(.application(id))
      case .web(let host, let via):
        items.insert(.webDomain(host))
        if let via { items.insert(.application(via)) }
      case .none, .active, .idle, .lock, .off, .gap: break
      }
    }
    return items.sorted()
  }
}
