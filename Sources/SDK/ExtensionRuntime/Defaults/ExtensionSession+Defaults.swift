// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import Synchronization

/// `UserDefaults` is Foundation's class; before a callback its suites are made to hold the snapshot's values, and after
/// it the difference is collected into the same transaction, with or without `synchronize()` (C12).
///
/// Foundation keeps the values of a process in memory whether or not there is a place to write them, so this works
/// behind a wall without a home. A suite that the host does not list is none of the family's.
extension ExtensionSession {
  /// Puts the snapshot's values into the suites it lists, and nothing else.
  ///
  /// - Parameters:
  ///   - previous: the suites as they were last seen; those that are not listed any more are emptied.
  ///   - kept: what an app wrote between callbacks; it stays and leaves with the callback that begins.
  func seedDefaults(after previous: [DefaultsSnapshot], keeping kept: [Effect]) {
    let listed = listedDefaults ?? []
    guard !(previous.isEmpty && listed.isEmpty) else { return }
    let names = Set(listed.map(\.suite))
    for suite in previous where !names.contains(suite.suite) { DefaultsDomain(suite.suite).seed([]) }
    for suite in listed { DefaultsDomain(suite.suite).seed(suite.values) }
    for case .setDefault(let suite, let key, let value) in kept { DefaultsDomain(suite).set(key, to: value) }
  }

  /// Turns what the callback changed into effects. At points without effects the changes stay in this process (C13).
  func collectDefaults() {
    guard point?.mayHaveEffects == true, let baseline = listedDefaults else { return }
    write(baseline.flatMap { DefaultsDomain($0.suite).changes(since: $0.values) })
    if let violation = takeUndeclaredWrites() { refuse(violation) }
  }

  /// What an app wrote since the last answer; no other point runs between callbacks.
  func defaultsWrittenOutside() -> [Effect] {
    guard point == .app, let baseline = listedDefaults else { return [] }
    return baseline.flatMap { DefaultsDomain($0.suite).changes(since: $0.values) }
  }

  /// The suites of the latest snapshot; `nil` before there is one.
  var listedDefaults: [DefaultsSnapshot]? { state.withLock { $0.snapshot?.defaults } }
}

/// One suite of defaults as the wire has it.
struct DefaultsDomain {
  /// The word for the suite that is private to the executable.
  static let standard = "standard"
  /// Foundation's own name for that suite's domain.
  private static let applicationDomain = "kCFPreferencesCurrentApplication"

  private let name: String
  private let defaults: UserDefaults?

  init(_ name: String) {
    self.name = name
    defaults = name == Self.standard ? .standard : UserDefaults(suiteName: name)
  }

  func seed(_ values: [PropertyValue.Entry]) {
    let seeded = Dictionary(values.map { ($0.key, $0.value) }) { first, _ in first }
    for key in current.keys where seeded[key] == nil { defaults?.removeObject(forKey: key) }
    for (key, value) in seeded { set(key, to: value) }
  }

  func set(_ key: String, to value: PropertyValue?) {
    if let value { defaults?.set(value.propertyList, forKey: key) } else { defaults?.removeObject(forKey: key) }
  }

  /// Keys set, changed and removed, ascending; a value that no property list can hold is left alone.
  func changes(since values: [PropertyValue.Entry]) -> [Effect] {
    let current = self.current
    // What was seeded is compared as it reads back: a date loses nothing, an entity can't be read at all.
    let baseline = Dictionary(
      values.map { ($0.key, PropertyValue(propertyList: $0.value.propertyList)) }
    ) { first, _ in first }
    let keys = Set(current.keys).union(baseline.keys).sorted { $0.precedesInUTF8($1) }
    return keys.compactMap { key in
      guard let value = current[key] else { return .setDefault(suite: name, key: key, value: nil) }
      guard let wire = PropertyValue(propertyList: value), baseline[key] != .some(wire) else { return nil }
      return .setDefault(suite: name, key: key, value: wire)
    }
  }

  var hasValues: Bool { !current.isEmpty }

  /// What was written, without what the code registered as its defaults: that was never anybody's choice.
  private var current: [String: Any] {
    guard name == Self.standard else { return defaults?.persistentDomain(forName: name) ?? [:] }
    // Foundation finds the domain under this name once the suite has been looked into; before, it would make another.
    _ = defaults?.object(forKey: "")
    return defaults?.persistentDomain(forName: Self.applicationDomain) ?? [:]
  }
}
