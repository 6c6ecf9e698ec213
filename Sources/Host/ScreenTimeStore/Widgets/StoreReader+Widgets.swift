// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import ScreenTimeRules

/// One drawing of one entry, encoded.
package struct WidgetTree: Hashable, Sendable {
  package var number: Int
  package var variant: String
  package var bytes: [UInt8]

  package init(number: Int, variant: String, bytes: [UInt8]) {
    (self.number, self.variant, self.bytes) = (number, variant, bytes)
  }
}

/// A placed widget with the number of the format in which its timeline is stored.
private struct StoredWidget: Codable {
  /// A host that adds to a timeline what an older one would misread counts this up.
  static let format = 2

  struct Version: Decodable {
    let format: Int

    private enum CodingKeys: CodingKey { case format }

    init(from decoder: any Decoder) throws {
      // The first hosts wrote no number.
      format = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .format) ?? 1
    }
  }

  let instance: WidgetInstance

  init(_ instance: WidgetInstance) { self.instance = instance }

  private enum CodingKeys: CodingKey { case format }

  init(from decoder: any Decoder) throws { instance = try WidgetInstance(from: decoder) }

  func encode(to encoder: any Encoder) throws {
    try instance.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.format, forKey: .format)
  }
}

extension StoreReader {
  /// The placed widgets in the order of their places, and the ids of those whose archive can't be read or was written by
  /// a newer host. Such a widget starts without a timeline; no archive can stop the host (WIDGET-W40, WIDGET-W41).
  ///
  /// The place is read from its column, because an older host can move a widget without touching a newer timeline.
  package func widgets() throws -> (all: [WidgetInstance], damaged: [String], tooNew: [String]) {
    var (damaged, tooNew): ([String], [String]) = ([], [])
    let all = try rows("SELECT * FROM widget ORDER BY place, id").map { row -> WidgetInstance in
      let id: String = row["id"]
      let body = Array(row["body"] as Data)
      let place = Int(row["place"] as Int64)
      let version = try? CanonicalJSON.value(StoredWidget.Version.self, from: body, named: "widget \(id)")
      if let version, version.format > StoredWidget.format {
        tooNew.append(id)
      } else if var instance = try? CanonicalJSON.value(StoredWidget.self, from: body, named: "widget \(id)").instance,
        instance.id == id
      {
        instance.place = place
        return instance
      } else {
        damaged.append(id)
      }
      let parameters: Data = row["parameters"]
      return WidgetInstance(
        id: id, family: FamilyID(row["family"]), kind: row["kind"], size: row["size"],
        parameters: (try? CanonicalJSON.value([StoredParameter].self, from: Array(parameters), named: id)) ?? [],
        place: place, at: Timestamp(milliseconds: row["placedAt"]))
    }
    return (all, damaged, tooNew)
  }

  /// The drawings of one entry.
  package func widgetTrees(of owner: String, generation: Int64, number: Int) throws -> [WidgetTree] {
    try rows(
      "SELECT number, variant, tree FROM widgetTree WHERE owner = ? AND generation = ? AND number = ? ORDER BY variant",
      [owner, generation, number]
    ).map { row in
      WidgetTree(number: number, variant: row["variant"], bytes: Array(row["tree"] as Data))
    }
  }
}

extension StoreTransaction {
  /// Writes the differences between two states of the placed widgets.
  ///
  /// - Parameter kept: the widgets whose timeline a newer host wrote; it stays as it is (WIDGET-W41).
  package func save(
    _ new: [String: WidgetInstance], replacing old: [String: WidgetInstance], keeping kept: Set<String> = []
  ) throws {
    for (id, instance) in new where old[id] != instance {
      if kept.contains(id), instance.content.archive == nil {
        try execute("UPDATE widget SET place = ? WHERE id = ?", [instance.place, id])
        continue
      }
      try execute(
        """
        INSERT OR REPLACE INTO widget (id, family, kind, size, place, parameters, placedAt, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, instance.family.rawValue, instance.kind, instance.size, instance.place,
          Data(try CanonicalJSON.bytes(of: instance.parameters)), instance.placedAt.milliseconds,
          Data(try CanonicalJSON.bytes(of: StoredWidget(instance))),
        ])
    }
    for id in old.keys where new[id] == nil {
      try execute("DELETE FROM widget WHERE id = ?", [id])
      try forgetTrees(of: id)
    }
  }

  /// Stores the drawings of a timeline or a placeholder, in the transaction that accepts it (WIDGET-W39).
  package func put(_ trees: [WidgetTree], of owner: String, generation: Int64) throws {
    for tree in trees {
      try execute(
        "INSERT OR REPLACE INTO widgetTree (owner, generation, number, variant, tree) VALUES (?, ?, ?, ?, ?)",
        [owner, generation, tree.number, tree.variant, Data(tree.bytes)])
    }
  }

  /// Deletes the drawings of timelines that are not shown any more.
  package func forgetTrees(of owner: String, keeping generations: [Int64] = []) throws {
    // A statement with the numbers in its text would be prepared, and kept, for each timeline. A widget needs at most
    // three generations, so one text serves all; no generation is negative.
    let kept = generations + repeatElement(-1, count: max(0, 3 - generations.count))
    let places = kept.map { _ in "?" }.joined(separator: ", ")
    try execute(
      "DELETE FROM widgetTree WHERE owner = ? AND generation NOT IN (\(places))",
      StatementArguments([owner]) + StatementArguments(kept))
  }
}
