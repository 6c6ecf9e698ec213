// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension UseLedger {
  /// Counted use of one item.
  package struct Stretch: Equatable, Sendable {
    package var span: TimeSpan
    /// `nil` if no source saw what was in front.
    package var item: Item?
  }

  /// The spans behind ``total(of:within:registry:)``, each of the application or website for which it counts.
  package func stretches(
    of selection: ItemSelection, within span: TimeSpan, registry: ItemRegistry
  ) -> [Stretch] {
    var stretches: [Stretch] = []
    for use in spans {
      let piece = TimeSpan(start: max(use.start, span.start), end: min(use.end, span.end))
      guard piece.start < piece.end, ForegroundKeys(counted: use, registry: registry).matches(selection) else {
        continue
      }
      let item = use.counted(for: selection, registry: registry)
      if let last = stretches.indices.last, stretches[last].item == item, stretches[last].span.end == piece.start {
        stretches[last].span.end = piece.end
      } else {
        stretches.append(Stretch(span: piece, item: item))
      }
    }
    return stretches
  }
}

extension UseSpan {
  /// The application if a selection names or covers it, otherwise the website that it showed. If everything counts, the
  /// website says more.
  fileprivate func counted(for selection: ItemSelection, registry: ItemRegistry) -> Item? {
    guard web != nil else { return app }
    let alone = UseSpan(
      start: start, end: end,
      front: RecordedForeground(
        app: app, appCategory: appCategory, web: nil, webCategory: nil, isPresent: isPresent,
        presenceKnown: presenceKnown))
    return ForegroundKeys(counted: alone, registry: registry).matches(selection) && !selection.isEverything ? app : web
  }
}
