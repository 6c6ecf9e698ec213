// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Checks one line, byte by byte, against WIRE-S1–WIRE-S5 and the caps of `wire.md#lines`, before any decoder sees it.
///
/// json-c accepts input that the profile forbids (duplicate names, raw control characters, overlong UTF-8, clamped
/// integers), so this scanner decides what json-c gets to parse. It makes one pass without recursion. Nesting is kept
/// in `frames`, bounded by the depth cap, and the names of open objects in `names`, bounded by depth × members.
public struct LineScanner: Sendable {
  /// The properties of a valid line.
  public struct Summary: Hashable, Sendable {
    /// The object, without surrounding whitespace.
    public var object: Range<Int>
    /// The nesting depth of arrays and objects.
    public var depth: Int
    /// The number of values, including the object itself.
    public var values: Int
    /// The trees that are byte for byte earlier ones, in the order of the line.
    public var repeats: [TreeRepeat]
  }

  public var limits: LineLimits
  private var frames: [Frame] = []
  private var names: [Name] = []
  private var offset = 0
  private var depth = 0
  private var values = 0
  private var trees = TreeRepeats()
  /// Whether the next value is named as trees are.
  private var isTree = false

  public init(limits: LineLimits) { self.limits = limits }

  /// Checks `line`, given without its LF.
  ///
  /// - Throws: The first violation in byte order. The content of a line that is too long is not examined.
  public mutating func scan(_ line: Span<UInt8>) throws(LineViolation) -> Summary {
    guard line.count < limits.lineBytes else { throw LineViolation(.tooLong, .lineBytes, at: limits.lineBytes) }
    frames.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    (depth, values, isTree) = (0, 0, false)
    trees.begin(lineBytes: line.count)
    offset = line.skippingBlanks(from: 0)
    guard offset < line.count else { throw LineViolation(.syntax, .s2, at: offset) }
    let start = offset
    repeat { try scanValue(of: line) } while try findNextValue(of: line)
    let object = start..<offset
    guard line[start] == UInt8(ascii: "{") else { throw LineViolation(.notObject, .oneObject, at: start) }
    offset = line.skippingBlanks(from: offset)
    guard offset == line.count else { throw trailing(in: line) }
    return Summary(object: object, depth: depth, values: values, repeats: trees.found)
  }
}

// MARK: - Nesting

extension LineScanner {
  /// An open array or object.
  private struct Frame {
    var isObject: Bool
    /// The number of elements or members started.
    var count = 0
    /// The index in `names` at which this object's names begin.
    var firstName: Int
    /// A bit per hash of a name. A clear bit proves that a name is new.
    var seen: UInt64 = 0
    var tree: OpenTree?
  }

  /// An object or array that later ones may repeat.
  private struct OpenTree {
    var number: Int
    var start: Int
    /// The values before its first.
    var values: Int
  }

  private struct Name {
    var hash: UInt64
    var range: Range<Int>
  }

  /// Scans the value at `offset`, or only the opening bracket of an array or object.
  private mutating func scanValue(of line: Span<UInt8>) throws(LineViolation) {
    guard offset < line.count else { throw line.unexpected(at: offset) }
    values += 1
    guard values <= limits.valuesPerLine else { throw LineViolation(.tooMany, .valuesPerLine, at: offset) }
    switch line[offset] {
    case UInt8(ascii: "\""): offset = try line.endOfString(at: offset, atMost: limits.stringBytes)
    case UInt8(ascii: "{"): if !skipRepeated(in: line) { try open(isObject: true) }
    case UInt8(ascii: "["): if !skipRepeated(in: line) { try open(isObject: false) }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): offset = try line.endOfInteger(at: offset)
    case UInt8(ascii: "t"): offset = try line.endOfWord("true", at: offset)
    case UInt8(ascii: "f"): offset = try line.endOfWord("false", at: offset)
    case UInt8(ascii: "n"): offset = try line.endOfWord("null", at: offset)
    default: throw line.unexpected(at: offset)
    }
  }

  private mutating func open(isObject: Bool) throws(LineViolation) {
    guard frames.count < limits.depth else { throw LineViolation(.tooDeep, .depth, at: offset) }
    let tree = isTree ? OpenTree(number: trees.open(), start: offset, values: values) : nil
    frames.append(Frame(isObject: isObject, firstName: names.count, tree: tree))
    depth = max(depth, frames.count)
    offset += 1
  }

  /// Advances past the object or array at `offset` if it is one of the trees that were scanned before.
  private mutating func skipRepeated(in line: Span<UInt8>) -> Bool {
    guard isTree,
      let tree = trees.skip(at: offset, level: frames.count, atMost: limits.valuesPerLine - values, in: line)
    else { return false }
    offset = tree.end
    values += tree.values
    return true
  }

  private mutating func close(_ frame: Frame) {
    offset += 1
    names.removeLast(names.count - frame.firstName)
    frames.removeLast()
    guard let tree = frame.tree else { return }
    trees.close(tree.number, tree.start..<offset, level: frames.count, values: values - tree.values)
  }

  /// Advances to the next value, past commas, names and closing brackets. Returns `false` after the outermost value.
  private mutating func findNextValue(of line: Span<UInt8>) throws(LineViolation) -> Bool {
    while let frame = frames.last {
      offset = line.skippingBlanks(from: offset)
      guard offset < line.count else { throw line.unexpected(at: offset) }
      let byte = line[offset]
      if byte == (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        close(frame)
        continue
      }
      if frame.count > 0 {
        guard byte == UInt8(ascii: ",") else { throw line.unexpected(at: offset) }
        offset = line.skippingBlanks(from: offset + 1)
      }
      try frame.isObject ? scanName(of: line) : countElement()
      return true
    }
    return false
  }

  private mutating func countElement() throws(LineViolation) {
    let top = frames.count - 1
    frames[top].count += 1
    isTree = false
    guard frames[top].count <= limits.elementsPerArray else {
      throw LineViolation(.tooMany, .elementsPerArray, at: offset)
    }
  }

  /// The violation for content after the outermost value. A second value has its own code (WIRE-B2).
  private func trailing(in line: Span<UInt8>) -> LineViolation {
    switch line[offset] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "t"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      LineViolation(.notObject, .oneObject, at: offset)
    default: line.unexpected(at: offset)
    }
  }
}

// MARK: - Names

extension LineScanner {
  /// Scans a member's name and its colon (WIRE-S4).
  private mutating func scanName(of line: Span<UInt8>) throws(LineViolation) {
    let start = offset
    guard start < line.count, line[start] == UInt8(ascii: "\"") else { throw line.unexpected(at: start) }
    let top = frames.count - 1
    frames[top].count += 1
    guard frames[top].count <= limits.membersPerObject else {
      throw LineViolation(.tooMany, .membersPerObject, at: start)
    }
    let name = try line.memberName(at: start)
    let bit: UInt64 = 1 << (name.hash >> 58)
    if frames[top].seen & bit != 0 {
      for index in frames[top].firstName..<names.count where names[index].hash == name.hash {
        guard !line.equal(names[index].range, name.range) else { throw LineViolation(.profile, .s4, at: start) }
      }
    }
    frames[top].seen |= bit
    names.append(Name(hash: name.hash, range: name.range))
    isTree = TreeRepeats.isNamed(name.range, in: line)
    offset = line.skippingBlanks(from: name.range.upperBound + 1)
    guard offset < line.count, line[offset] == UInt8(ascii: ":") else { throw line.unexpected(at: offset) }
    offset = line.skippingBlanks(from: offset + 1)
  }
}
