// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// Trees that were checked or read lately, so that equal ones are checked, encoded and parsed once.
///
/// Most entries of a timeline, and most timelines of equal widgets, hold the same trees. The shelf is bounded: when it is
/// full, it is emptied.
final class TreeShelf {
  /// A checked tree in canonical form.
  struct Checked {
    var bytes: [UInt8]
    var digest: String
    var missingAssets: Set<String>
  }

  /// A tree depends on the program's assets and addresses too.
  private struct Source: Hashable {
    var installation: String
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
  /// - Parameter variant: the variant that it draws, whose last tree it may repeat.
  /// - Throws: `ViewFault`.
  func check(
    _ view: WireValue, _ variant: String, of installation: String, in context: ViewContext
  ) throws(ViewFault) -> Checked {
    let source = Source(installation: installation, view: view)
    if let known = last[variant], known.source == source { return known.checked }
    let result = try check(source, in: context)
    last[variant] = (source, result)
    return result
  }

  private func check(_ source: Source, in context: ViewContext) throws(ViewFault) -> Checked {
    if let known = checked[source] { return known }
    let tree = try ViewTree(source.view, in: context)
    var digest = RunningDigest()
    let bytes = JSONText.bytes(tree.wire)
    digest.update(bytes)
    let new = Checked(bytes: bytes, digest: digest.hexadecimal, missingAssets: tree.missingAssets)
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
    if readBytes + bytes > Self.mostBytes { (read, readBytes) = ([:], 0) }
    if !views.isEmpty { read[place] = views }
    readBytes += bytes
    return views
  }

  /// Removes an owner's trees before new ones replace them.
  func replaced(_ owner: String) { read = read.filter { $0.key.owner != owner } }
}
