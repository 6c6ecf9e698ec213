// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Trees that were checked, stored or read lately, so that equal ones are checked, encoded and parsed once.
///
/// Most entries of a timeline, and most timelines of equal widgets, hold the same trees. The shelf is bounded: when it is
/// full, it is emptied.
final class TreeShelf {
  /// A checked tree in canonical form.
  struct Checked {
    var tree: WireValue
    /// The tree as it is stored.
    var bytes: [UInt8]
    var digest: String
    var missingAssets: Set<String>
  }

  /// A tree depends on the program's assets and addresses too.
  private struct Source: Hashable {
    var copy: String
    var view: WireValue
  }

  private struct Place: Hashable {
    var owner: String
    var shown: WidgetContent.Shown
  }

  private static let mostBytes = 1 << 20

  private var checked: [Source: Checked] = [:]
  /// The tree of each variant that was checked last. The next entry's is mostly the same, which is found without a hash.
  private var last: [String: (source: Source, checked: Checked)] = [:]
  private var read: [Place: [String: WireValue]] = [:]
  private var checkedBytes = 0
  private var readBytes = 0

  func forget() {
    (checked, last, checkedBytes) = ([:], [:], 0)
    (read, readBytes) = ([:], 0)
  }

  /// Checks a tree from an extension (VIEW-19).
  ///
  /// - Parameters:
  ///   - variant: the variant that it draws, whose last tree it may repeat.
  ///   - copy: the installed copy of the program.
  /// - Throws: `ViewFault`.
  func check(
    _ view: WireValue, _ variant: String, of copy: String, in context: ViewContext
  ) throws(ViewFault) -> Checked {
    let source = Source(copy: copy, view: view)
    if let known = last[variant], known.source == source { return known.checked }
    let result = try check(source, in: context)
    last[variant] = (source, result)
    return result
  }

  private func check(_ source: Source, in context: ViewContext) throws(ViewFault) -> Checked {
    if let known = checked[source] { return known }
    let tree = try ViewTree(source.view, in: context)
    var digest = RunningDigest()
    let wire = tree.wire
    let bytes = JSONText.bytes(wire)
    digest.update(bytes)
    let new = Checked(tree: wire, bytes: bytes, digest: digest.hexadecimal, missingAssets: tree.missingAssets)
    if checkedBytes + bytes.count > Self.mostBytes { (checked, checkedBytes) = ([:], 0) }
    checked[source] = new
    checkedBytes += bytes.count
    return new
  }

  /// The stored trees of one entry by variant; `nil` if one of them can't be read, empty if there are none.
  func views(
    of owner: String, _ shown: WidgetContent.Shown, _ reader: StoreReader
  ) throws -> [String: WireValue]? {
    let place = Place(owner: owner, shown: shown)
    if let known = read[place] { return known }
    var views: [String: WireValue] = [:]
    var bytes = 0
    for tree in try reader.widgetTrees(of: owner, generation: shown.generation, number: shown.number) {
      guard let value = try? JSONText.value(tree.bytes) else { return nil }
      views[tree.variant] = value
      bytes += tree.bytes.count
    }
    keep(views, bytes: bytes, at: place)
    return views
  }

  /// Keeps the trees of an entry that are stored now, so that showing it doesn't read and parse them. If the transaction
  /// fails, call ``forget()``.
  func stored(_ trees: [(variant: WidgetVariant, checked: Checked)], of owner: String, _ shown: WidgetContent.Shown) {
    keep(
      Dictionary(trees.map { ($0.variant.rawValue, $0.checked.tree) }, uniquingKeysWith: { $1 }),
      bytes: trees.reduce(0) { $0 + $1.checked.bytes.count }, at: Place(owner: owner, shown: shown))
  }

  private func keep(_ views: [String: WireValue], bytes: Int, at place: Place) {
    guard !views.isEmpty else { return }
    if readBytes + bytes > Self.mostBytes { (read, readBytes) = ([:], 0) }
    read[place] = views
    readBytes += bytes
  }

  /// Removes an owner's trees before new ones replace them.
  func replaced(_ owner: String) { read = read.filter { $0.key.owner != owner } }
}
