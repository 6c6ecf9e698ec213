// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The differences between two records of a family, and the violations in one record.
struct TraceComparison {
  struct Difference: Hashable {
    var channel: String
    var left: String
    var right: String
    /// The rule by which the host removes it before the family can see it.
    var removedBy = ""

    /// A program that is started again in one run only, with how its processes ended, which is the reason.
    func explained(by left: RunRecord, _ right: RunRecord) -> Difference {
      guard self.left.hasPrefix(TraceLine.Kind.launch.rawValue) || self.right.contains(TraceLine.Kind.launch.rawValue)
      else { return self }
      var explained = self
      explained.left += left.endings
      explained.right += right.endings
      return explained
    }
  }

  let differences: [Difference]

  /// - Parameter comparesSealed: `false` for worlds that differ in what their sealed programs do, which is then a secret and
  ///   no difference.
  init(_ left: RunRecord, _ right: RunRecord, comparesSealed: Bool = true) {
    // With other keys the same items sort differently, and honest code processes its tokens in their order.
    let sortsAlike = left.names.ranks == right.names.ranks
    let found = [
      Self.firstDifference(left.familyTrace, right.familyTrace).map { $0.explained(by: left, right) },
      Self.firstDifference(left.sealedTrace, right.sealedTrace).map { difference in
        var early = difference
        early.channel = "before the seal: " + difference.channel
        return early
      },
      Self.difference(ofContainers: left, right, sortsAlike: sortsAlike),
      comparesSealed ? Self.difference(ofSealed: left, right) : nil,
    ]
    differences = found.compactMap { $0 }.filter { sortsAlike || !$0.channel.hasSuffix(TraceLine.order) }
  }

  /// The first difference between what the sealed processes of two runs left behind, compared in the order of their starts.
  /// How many there are, only the person sees: a program that fails is started less often.
  private static func difference(ofSealed left: RunRecord, _ right: RunRecord) -> Difference? {
    let (one, other) = (left.sealedOutcomes, right.sealedOutcomes)
    for point in ExtensionPoint.allCases where point.isSealed {
      for (mine, theirs) in zip(one.filter { $0.point == point }, other.filter { $0.point == point }) {
        guard let first = mine.traits.differences(from: theirs.traits).first else { continue }
        return Difference(
          channel: "\(first.channel) of \(point.rawValue)", left: first.left, right: first.right,
          removedBy: first.removedBy)
      }
    }
    return nil
  }

  /// The first entry that only one container has.
  private static func difference(
    ofContainers left: RunRecord, _ right: RunRecord, sortsAlike: Bool
  ) -> Difference? {
    let (one, other) =
      sortsAlike
      ? (left.container, right.container) : (left.unorderedContainer, right.unorderedContainer)
    guard one != other else { return nil }
    func excerpt(_ entries: [String], without others: [String]) -> String {
      let others = Set(others)
      return entries.first { !others.contains($0) }.map { String($0.prefix(160)) } ?? "\(entries.count) entries"
    }
    return Difference(
      channel: "container", left: excerpt(one, without: other), right: excerpt(other, without: one))
  }

  private static func firstDifference(_ left: [TraceLine], _ right: [TraceLine]) -> Difference? {
    for (one, other) in zip(left, right) where one != other {
      guard one.point == other.point, one.kind == other.kind, one.title == other.title else {
        return Difference(
          channel: "order of what crosses to \(one.point.rawValue)", left: "\(one.kind.rawValue) \(one.title)",
          right: "\(other.point.rawValue) \(other.kind.rawValue) \(other.title)")
      }
      let place = TraceLine.difference(one.value, other.value) ?? ""
      let verb = one.kind == .reply ? "from" : "to"
      return Difference(
        channel: "\(one.title) \(verb) \(one.point.rawValue) at \(Self.stable(place))",
        left: excerpt(one.value, at: place), right: excerpt(other.value, at: place))
    }
    guard left.count != right.count else { return nil }
    let extra = left.count > right.count ? left[right.count] : right[left.count]
    return Difference(
      channel: "number of lines: \(extra.title) \(extra.kind == .reply ? "from" : "to") \(extra.point.rawValue)",
      left: "\(left.count)", right: "\(right.count)")
  }

  /// The pointer with its indexes replaced by `*`, so that the same leak has the same name in every pair.
  private static func stable(_ pointer: String) -> String {
    pointer.split(separator: "/").map { Int($0) == nil ? String($0) : "*" }.joined(separator: "/")
  }

  private static func excerpt(_ value: WireValue, at pointer: String) -> String {
    var value = value
    for step in pointer.split(separator: " ").first?.split(separator: "/") ?? [] {
      switch value {
      case .object(let object): value = object[String(step)] ?? .null
      case .array(let elements):
        guard let index = Int(step), elements.indices.contains(index) else { return "" }
        value = elements[index]
      default: break
      }
    }
    return String(WireText.canonical(value).prefix(160))
  }

  // MARK: - Either record alone

  /// Tokens that the family must not have, unsorted sets of tokens, and canaries.
  static func trespasses(in record: RunRecord, canaries: CanaryNet) -> [Difference] {
    var found: [Difference] = []
    for crossing in record.crossings
    where crossing.program.hasPrefix(record.family + ".") && !crossing.point.isSealed {
      switch crossing.event {
      case .toProgram(let value):
        if let place = TokenNames.unsorted(in: value) {
          found.append(.init(channel: "order of tokens sent to \(crossing.point.rawValue)", left: place, right: ""))
        }
        found += tokens(in: value, of: record, channel: "token sent to \(crossing.point.rawValue)")
        if canaries.catches(Array(WireText.canonical(value).utf8)) {
          found.append(.init(channel: "name or identity sent to \(crossing.point.rawValue)", left: "canary", right: ""))
        }
      case .fromProgram(let value):
        found += tokens(in: value, of: record, channel: "token written by \(crossing.point.rawValue)")
        if canaries.catches(Array(WireText.canonical(value).utf8)) {
          found.append(
            .init(channel: "name or identity written by \(crossing.point.rawValue)", left: "canary", right: ""))
        }
      case .ended(let ending):
        if canaries.catches(ending.log) {
          found.append(.init(channel: "log of \(crossing.point.rawValue)", left: "canary", right: ""))
        }
      case .launched, .notLaunched, .placed, .garbled, .judged, .answered: break
      }
    }
    for entry in record.container where canaries.catches(Array(entry.utf8)) {
      found.append(.init(channel: "container", left: "canary in \(entry.prefix { $0 != " " })", right: ""))
    }
    return Array(Set(found + sharing(in: record)))
  }

  /// Namespaces, mounts and files that a process shares with the host, and executables that a sealed process shares
  /// with one that isn't sealed. Locks, access times and cached pages of a shared inode are a channel between the two
  /// (PRIV-SE3, PRIV-SE4).
  private static func sharing(in record: RunRecord) -> [Difference] {
    var found: [Difference] = []
    var outside: [Surroundings.Inode: String] = [:]
    var sealed: [(point: ExtensionPoint, file: Surroundings.Inode)] = []
    for crossing in record.crossings where crossing.program.hasPrefix(record.family + ".") {
      guard case .placed(let surroundings) = crossing.event else { continue }
      found += surroundings.sharedWithHost(isSealed: crossing.point.isSealed).map { what in
        Difference(channel: "surroundings of \(crossing.point.rawValue)", left: "shares \(what)", right: "")
      }
      guard let file = surroundings.executable else { continue }
      if crossing.point.isSealed {
        sealed.append((crossing.point, file))
      } else {
        outside[file] = crossing.point.rawValue
      }
    }
    found += sealed.compactMap { point, file in
      outside[file].map { other in
        Difference(
          channel: "surroundings of \(point.rawValue)", left: "shares its executable's inode with the \(other)",
          right: "")
      }
    }
    return found
  }

  private static func tokens(in value: WireValue, of record: RunRecord, channel: String) -> [Difference] {
    TokenNames.tokens(in: value).compactMap { token, pointer in
      switch record.names.trespass(of: token) {
      case .foreign(let other):
        Difference(channel: "\(channel): minted for another family", left: "\(pointer) of \(other)", right: "")
      case .unpicked(let name):
        Difference(channel: "\(channel): of an item that was not picked", left: "\(pointer) \(name)", right: "")
      case .unknown: Difference(channel: "\(channel): never issued", left: pointer, right: "")
      case nil: nil
      }
    }
  }
}

extension World {
  /// Detects this world's names and identities anywhere outside a surface.
  var canaries: CanaryNet { CanaryNet(Role.allCases.flatMap { [names[$0] ?? "", identities[$0] ?? ""] }) }
}
