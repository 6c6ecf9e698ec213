// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation
internal import Synchronization

/// Support for `UserDefaults`, which is Foundation's class. Before a callback its suites are filled with the snapshot's
/// values; afterwards the differences are added to the same transaction, with or without `synchronize()` (C12).
///
/// Foundation keeps a process's values in memory even if it cannot write them to a file, so this works in a sandbox
/// without a home directory. Suites that the host does not list are not part of the family's state.
extension ExtensionSession {
  /// Sets the suites in the snapshot to its values.
  ///
  /// - Parameters:
  ///   - previous: The suites of the previous snapshot; those that are no longer listed are emptied.
  ///   - kept: The app's writes between callbacks. They are kept and sent with the callback that is starting.
  func seedDefaults(after previous: [DefaultsSnapshot], keeping kept: [Effect]) {
    let listed = listedDefaults ?? []
    guard !(previous.isEmpty && listed.isEmpty) else { return }
    guard !(previous.isEmpty && point?.isSealed == true) else {
      // A sealed process starts with empty suites and gets one snapshot, so there is nothing to remove. Reading a suite
      // costs a tenth of the process's time, and most of these processes use none.
      for suite in listed where !suite.values.isEmpty { DefaultsDomain(suite.suite).add(suite.values) }
      return
    }
    let names = Set(listed.map(\.suite))
    for suite in previous where !names.contains(suite.suite) { DefaultsDomain(suite.suite).seed([]) }
    for suite in listed { DefaultsDomain(suite.suite).seed(suite.values) }
    for case .setDefault(let suite, let key, let value) in kept { DefaultsDomain(suite).set(key, to: value) }
  }

  /// Converts the changes of the callback to effects. At points without effects, changes stay in this process (C13).
  func collectDefaults() {
    guard point?.mayHaveEffects == true, let baseline = listedDefaults else { return }
    write(baseline.flatMap { DefaultsDomain($0.suite).changes(since: $0.values) })
    if let violation = takeUndeclaredWrites() { refuse(violation) }
  }

  /// The app's writes since the last reply. Other extension points run no code between callbacks.
  func defaultsWrittenOutside() -> [Effect] {
    guard point == .app, let baseline = listedDefaults else { return [] }
    return baseline.flatMap { DefaultsDomain($0.suite).changes(since: $0.values) }
  }

  /// The suites of the latest snapshot; `nil` before the first one.
  var listedDefaults: [DefaultsSnapshot]? { state.withLock { $0.snapshot?.defaults } }
}

/// A suite of defaults in its wire form.
struct DefaultsDomain {
  /// The wire name of the suite that is private to the executable.
  static let standard = "standard"
  /// Foundation's name for that suite's domain.
  private static let applicationDomain = "kCFPreferencesCurrentApplication"

  private let name: String

  init(_ name: String) { self.name = name }

  /// Not created for values that are only set, since the first one costs as much as the rest of a callback.
  private var defaults: UserDefaults? {
    guard name != Self.standard else { return .standard }
    return Self.opened.withLock { opened in
      if let known = opened[name] { return known }
      opened[name] = UserDefaults(suiteName: name)
      return opened[name]
    }
  }

  /// The suites that were read. Each object parses the program's arguments when it is created.
  private static let opened = Mutex<[String: UserDefaults]>([:])

  func seed(_ values: [PropertyValue.Entry]) {
    let seeded = Dictionary(values.map { ($0.key, $0.value) }) { first, _ in first }
    for key in current.keys where seeded[key] == nil { set(key, to: nil) }
    for (key, value) in seeded { set(key, to: value) }
  }

  /// Sets values without removing others.
  func add(_ values: [PropertyValue.Entry]) {
    for entry in values { set(entry.key, to: entry.value) }
  }

  func set(_ key: String, to value: PropertyValue?) {
    guard let value else {
      defaults?.removeObject(forKey: key)
      return
    }
    value.store(as: key, in: name == Self.standard ? nil : name)
  }

  /// The keys set, changed and removed, in ascending order. Values that a property list can't contain are ignored.
  func changes(since values: [PropertyValue.Entry]) -> [Effect] {
    let current = self.current
    // Compare with the seeded values as they read back: a date is unchanged, but an entity can't be read at all.
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

  /// The values that were written, without defaults that the code registered, because nothing chose those.
  private var current: [String: Any] {
    guard name == Self.standard else { return defaults?.persistentDomain(forName: name) ?? [:] }
    // Foundation finds the domain under this name only after the suite has been read; before, it would create another.
    _ = defaults?.object(forKey: "")
    return defaults?.persistentDomain(forName: Self.applicationDomain) ?? [:]
  }
}
