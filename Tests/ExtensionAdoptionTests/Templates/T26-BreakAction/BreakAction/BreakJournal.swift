// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI

/// What the app shows of the last break: every kind of value that defaults take, written and read as people do it.
final class BreakJournal {
  private let suite: UserDefaults
  private let name: String

  init(suite name: String) {
    self.name = name
    suite = UserDefaults(suiteName: name) ?? .standard
    suite.register(defaults: ["colors": ["calm", "loud"], "link": ["home": "/"], "pauses": [Data()], "since": Date()])
    UserDefaults.standard.register(defaults: ["journal": true])
  }

  /// - Returns: whether all that was written reads back as what it was.
  func note(_ date: Date, link: URL) -> Bool {
    wipe()
    var glance = Glance(suite)
    glance.visits += 1
    glance.link = link
    glance.picture = Data([7])
    suite.set(date, forKey: "date")
    suite.set(link, forKey: "page")
    suite.set(CGFloat(1.5), forKey: "width")
    suite.set([CGFloat(0.5), 2] as [CGFloat], forKey: "sizes")
    suite.set(Decimal(3), forKey: "price")
    suite.set(Float(0.25), forKey: "share")
    suite.set(Int.min, forKey: "least")
    suite.set(Array(Set(["one"])), forKey: "names")
    suite.set("a break".prefix(1), forKey: "initial")
    suite.set([Date](), forKey: "none")
    suite.set(["one", "two"].enumerated().map { ["number": $0 + 1, "word": $1] as [String: Any] }, forKey: "rows")
    suite.set(["bytes": [Data([1])], "when": date, "deep": ["flags": [true, false]]], forKey: "tree")
    suite.setValue(NSDictionary(dictionary: ["a": NSMutableArray(array: [1, Data([2])])]), forKey: "objects")
    suite.setValue(nil, forKey: "since")
    suite.removeObject(forKey: "never")
    grow()
    return isWhole(date) && glance.visits == 1 && glance.link == link && glance.picture == Data([7])
  }

  private func wipe() {
    UserDefaults.standard.removePersistentDomain(forName: Bundle.main.bundleIdentifier ?? "")
    for key in suite.dictionaryRepresentation().keys where key.hasPrefix("old.") { suite.removeObject(forKey: key) }
    _ = suite.persistentDomain(forName: name)
    suite.synchronize()
  }

  /// What was read goes back with a little more of it.
  private func grow() {
    var tree = suite.dictionary(forKey: "tree") ?? [:]
    tree["more"] = suite.array(forKey: "sizes")
    suite.set(tree, forKey: "tree")
    var rows = suite.object(forKey: "rows") as? [[String: Any]] ?? []
    rows.append(["number": 3, "word": "three"])
    suite.set(rows, forKey: "rows")
  }

  private func isWhole(_ date: Date) -> Bool {
    let tree = suite.dictionary(forKey: "tree") ?? [:]
    let objects = suite.dictionary(forKey: "objects") ?? [:]
    return suite.object(forKey: "date") as? Date == date && suite.url(forKey: "page") != nil
      && suite.double(forKey: "width") == 1.5 && suite.array(forKey: "sizes") as? [Double] == [0.5, 2]
      && suite.integer(forKey: "price") == 3 && suite.float(forKey: "share") == 0.25
      && suite.integer(forKey: "least") == .min && suite.stringArray(forKey: "names") == ["one"]
      && suite.string(forKey: "initial") == "a" && suite.array(forKey: "none")?.isEmpty == true
      && (suite.object(forKey: "rows") as? [[String: Any]])?.count == 3 && tree["bytes"] as? [Data] == [Data([1])]
      && tree["when"] as? Date == date && (tree["more"] as? [Double])?.count == 2
      && (objects["a"] as? [Any])?.last as? Data == Data([2]) && suite.object(forKey: "never") == nil
      && suite.object(forKey: "since") is Date && suite.array(forKey: "pauses") as? [Data] == [Data()]
  }
}

/// As a view would hold them.
struct Glance {
  @AppStorage var visits: Int
  @AppStorage var link: URL
  @AppStorage var picture: Data?

  init(_ store: UserDefaults) {
    _visits = AppStorage(wrappedValue: 0, "visits", store: store)
    _link = AppStorage(wrappedValue: URL(fileURLWithPath: "/"), "link", store: store)
    _picture = AppStorage("picture", store: store)
  }
}
