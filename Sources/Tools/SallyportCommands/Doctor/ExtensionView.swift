// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import Sandboxing

/// The output of `doctor EXT`: the files that one extension would see, and its restrictions.
struct ExtensionView: Encodable {
  struct Mount: Encodable {
    var place: String
    /// A directory of the host, or a description of what the launcher creates.
    var source: String
    var rights: [String]
  }

  struct Container: Encodable {
    var bytes: Int64
    var entries: Int
    var mostBytes: Int64
    var mostEntries: Int
    var mostDepth: Int
    /// The reason the container is read-only; the counts stop there.
    var excess: String?
  }

  struct Rule: Encodable {
    var place: String
    var rights: [String]
  }

  struct Limit: Encodable {
    var name: String
    var value: UInt64
  }

  struct Condition: Encodable {
    var call: String
    var condition: String
  }

  struct Filter: Encodable {
    var instructions: Int
    var allowed: [String]
    var conditional: [Condition]
    var killing: [String]
    var refused: Int
  }

  var `extension`: String
  var point: String
  var profile: String
  var fitting: String?
  var link: String
  var wire: String
  var program: String
  var arguments: [String]
  var directory: String
  var uid: UInt32
  var gid: UInt32
  var mounts: [Mount]
  var files: [ViewRow]
  var container: Container?
  /// `nil` without Landlock.
  var landlock: [Rule]?
  var landlockRefuses: [String]
  var limits: [Limit]
  var environment: [String]
  var filter: Filter
  var namespaces: [String]
  /// Protections accepted as missing.
  var relinquished: [String]
  /// Protections that this machine lacks.
  var missing: [String]
  /// The reason why the launcher's own checks would refuse the plan.
  var refusal: String?

  /// - Parameter all: whether each file of a long tree has a row.
  init(
    _ subject: TrialSubject, _ review: PlanReview, missing: [Protection], use: ContainerBudget.Use?, all: Bool
  ) throws {
    self.extension = subject.id
    point = subject.point.rawValue
    switch review.profile {
    case .confined: profile = "confined"
    case .sealed(let fitting):
      profile = "sealed"
      self.fitting = fitting.rawValue
    }
    link = review.linkMode == .dynamic ? "dynamic" : "static"
    wire = review.wire == .standardStreams ? "stdio" : "fds"
    program = review.executablePath
    arguments = review.arguments
    directory = review.directory
    uid = review.identity.uid
    gid = review.identity.gid
    mounts = Self.mounts(review)
    files = ViewRow.rows(of: try review.items(), all: all)
    container = use.map(Self.container)
    let hasLandlock = !review.relinquished.contains(.landlockFiles)
    landlock = hasLandlock ? review.rules.map { Rule(place: $0.path, rights: $0.rights) } : nil
    landlockRefuses = review.landlockRefusals
    limits = review.limits.map { Limit(name: $0.name, value: $0.value) }
    environment = review.environment
    filter = Self.filter(review.calls)
    namespaces = review.namespaces.map(\.rawValue)
    relinquished = review.relinquished.map(\.rawValue)
    self.missing = missing.map(\.rawValue)
    refusal = review.refusal
  }

  private static func mounts(_ review: PlanReview) -> [Mount] {
    if review.isFlat { return [] }
    var mounts = [Mount(place: "/", source: "made by the launcher", rights: ["read-only"])]
    mounts += review.places.map { place in
      if let link = place.link { return Mount(place: place.target, source: "symlink to \(link)", rights: []) }
      return Mount(
        place: place.target, source: place.source ?? "unknown",
        rights: [place.isWritable ? "writable" : "read-only"] + (place.isExecutable ? [] : ["noexec"]))
    }
    let scratch = review.scratch.map { "its own memory, \($0.bytes) bytes, \($0.entries) entries" }
    mounts.append(
      Mount(
        place: "/tmp", source: scratch ?? "an empty directory",
        rights: scratch == nil ? ["read-only"] : ["writable", "noexec"]))
    let processes = review.showsProcesses ? "procfs of its own processes" : "two files about itself"
    mounts.append(
      Mount(
        place: "/proc", source: processes,
        rights: ["read-only"] + (review.showsProcesses ? ["noexec"] : [])))
    return mounts
  }

  private static func container(_ use: ContainerBudget.Use) -> Container {
    let budget = ContainerBudget.standard
    return Container(
      bytes: use.bytes, entries: use.entries, mostBytes: budget.bytes, mostEntries: budget.entries,
      mostDepth: budget.depth, excess: use.excess?.description)
  }

  private static func filter(_ calls: PlanReview.Calls) -> Filter {
    Filter(
      instructions: calls.instructions, allowed: calls.allowed,
      conditional: calls.conditional.map { Condition(call: $0.name, condition: $0.condition) },
      killing: calls.killing, refused: calls.refused)
  }
}
