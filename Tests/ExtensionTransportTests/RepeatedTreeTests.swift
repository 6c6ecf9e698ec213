// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Testing

/// Trees and lists of trees that repeat are read once. A line in which they have another name, of the same length, is
/// read without that.
@Suite struct RepeatedTreeTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a line with repeated trees reads as if each were read by itself`(_ seed: UInt64) throws {
    var lines = TimelineLines(seed: seed)
    let codec = JSONCodec(limits: .widget)
    var repeats = 0
    for _ in 0..<60 {
      let line = lines.next()
      var scanner = LineScanner(limits: .widget)
      repeats += try scanner.scan(line.utf8Bytes.span).repeats.count
      let value: WireValue = try codec.decode(line.utf8Bytes)
      let plain: WireValue = try codec.decode(line.renamingTrees.utf8Bytes)
      #expect(codec.encode(value).text.renamingTrees == codec.encode(plain).text)
    }
    #expect(repeats > 100)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a damaged line is refused at the same byte, whether trees repeat or not`(_ seed: UInt64) {
    var lines = TimelineLines(seed: seed)
    for _ in 0..<100 {
      let line = lines.damaged()
      #expect(verdict(on: line, .widget) == verdict(on: line.renamingTrees, .widget))
    }
  }

  @Test func `values of repeated trees count for the cap`() throws {
    let tree = #"{"children":[1,2,3,4,5,6,7,8]}"#
    let line = #"{"a":[\#((0..<20).map { _ in #"{"view":\#(tree)}"# }.joined(separator: ","))]}"#
    var limits = LineLimits.standard
    for most in 1...250 {
      limits.valuesPerLine = most
      #expect(verdict(on: line, limits) == verdict(on: line.renamingTrees, limits), "\(most) values")
    }
  }

  @Test func `failed comparisons are charged to the line's length, and once it is used up no repeat is found`() throws {
    // The trees differ only at the end, so each is compared with up to eight earlier ones.
    func repeats(of trees: [String]) throws -> Int {
      var scanner = LineScanner(limits: .widget)
      let line = #"{"a":[\#(trees.map { #"{"view":{"text":"\#($0)"}}"# }.joined(separator: ","))]}"#
      return try scanner.scan(line.utf8Bytes.span).repeats.count
    }
    let body = String(repeating: "x", count: 300)
    let last = [body + "z", body + "z"]
    #expect(try repeats(of: last) == 1)
    #expect(try repeats(of: (10..<12).map { body + "\($0)" } + last) == 1)
    #expect(try repeats(of: (10..<60).map { body + "\($0)" } + last) == 0)
    // Successful comparisons cost nothing.
    #expect(try repeats(of: [String](repeating: body, count: 60)) == 59)
  }

  @Test func `the depth of a repeated tree counts where it stands`() {
    let tree = #"{"child":{"child":{"child":[[[1]]]}}}"#
    let deeper = (1...6).map { level in
      String(repeating: #"{"in":"#, count: level) + #"{"view":\#(tree)}"# + String(repeating: "}", count: level)
    }
    let line = #"{"all":[{"view":\#(tree)},\#(deeper.joined(separator: ",")),{"view":\#(tree)}]}"#
    var limits = LineLimits.standard
    for depth in 1...20 {
      limits.depth = depth
      #expect(verdict(on: line, limits) == verdict(on: line.renamingTrees, limits), "depth \(depth)")
    }
  }

  /// The comparisons that fail cost at most one tree for each tree of the line, which is what a line allows.
  @Test(arguments: 1...3, [1, 8, 40, 200])
  func `every repetition is found although the trees differ only at their ends`(_ kinds: Int, _ times: Int) throws {
    for length in [1, 60, 700] {
      let filler = String(repeating: "x", count: length)
      let trees = (0..<kinds).map { #"{"view":{"text":"\#(filler)","end":\#($0)}}"# }
      let line = "{\"a\":[\(Array(repeating: trees.joined(separator: ","), count: times).joined(separator: ","))]}"
      var limits = LineLimits.widget
      limits.elementsPerArray = kinds * times
      var scanner = LineScanner(limits: limits)
      let repeats = try scanner.scan(line.utf8Bytes.span).repeats
      #expect(repeats.map(\.number) == Array(kinds..<kinds * times), "\(length) bytes")
      #expect(repeats.allSatisfy { $0.first == $0.number % kinds })
    }
  }

  @Test(arguments: 1...10) func `a tree is compared with the eight that ended last at its level`(_ kinds: Int) throws {
    // They differ at once, so that all comparisons together cost less than the line allows.
    let trees = "abcdefghij".prefix(kinds).map { #"{"view":{"\#($0)":"\#(String(repeating: "x", count: 20))"}}"# }
    let line = "{\"a\":[\((trees + trees).joined(separator: ","))]}"
    var scanner = LineScanner(limits: .standard)
    let repeats = try scanner.scan(line.utf8Bytes.span).repeats
    #expect(repeats.map(\.number) == (kinds <= 8 ? Array(kinds..<2 * kinds) : []))
  }

  @Test func `trees that differ at their ends do not make a scan slow`() throws {
    // Each tree holds the next; comparing every level with the first line of trees would cost the depth times the line.
    let filler = String(repeating: "x", count: 20_000)
    func chain(_ end: String) -> String {
      (0..<14).reduce(#"{"text":"\#(filler)","end":\#(end)}"#) { inner, _ in #"{"view":\#(inner)}"# }
    }
    let line = "{\"a\":[\((0..<8).map { chain("\($0)") }.joined(separator: ","))]}"
    var scanner = LineScanner(limits: .widget)
    #expect(try scanner.scan(line.utf8Bytes.span).repeats.isEmpty)
    #expect(verdict(on: line, .widget) == verdict(on: line.renamingTrees, .widget))
  }

  private func verdict(on line: String, _ limits: LineLimits) -> String {
    var scanner = LineScanner(limits: limits)
    do {
      let summary = try scanner.scan(line.utf8Bytes.span)
      return "\(summary.object) \(summary.depth) \(summary.values)"
    } catch {
      return "\(error)"
    }
  }
}

/// Lines in the shape of a timeline: entries with trees from a small pool, some of which hold others.
private struct TimelineLines {
  private var generator: WireValueGenerator
  private let codec = JSONCodec(limits: .widget)

  init(seed: UInt64) { generator = WireValueGenerator(seed: seed) }

  mutating func next() -> String {
    var pool = (0..<3).map { _ in codec.encode(generator.object()).text }
    pool += pool.map { #"{"kind":"stack","view":\#($0),"also":{"view":\#(pool[0])}}"# }
    // Values under the same name that are too small to repeat, or not objects.
    pool += ["[]", "null", "\"view\"", "{}"]
    var lists: [String] = []
    let entries = (0..<Int.random(in: 2...12, using: &generator)).map { number in
      let views = (0..<3).map { _ in #"{"view":\#(pool.randomElement(using: &generator) ?? "{}"),"date":\#(number)}"# }
      let new = "[\(views.joined(separator: ","))]"
      // Some entries repeat the whole list of an earlier one.
      let list = Bool.random(using: &generator) ? new : lists.randomElement(using: &generator) ?? new
      lists.append(list)
      return #"{"views":\#(list)}"#
    }
    return "{\"entries\":[\(entries.joined(separator: ","))]}"
  }

  mutating func damaged() -> String {
    var bytes = next().utf8Bytes
    for _ in 0...Int.random(in: 0...1, using: &generator) {
      // The name itself stays, because the other line has another one.
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let around = bytes[max(0, place - 6)..<min(bytes.count, place + 6)]
      if !Array(around).text.contains("view") { bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator) }
    }
    return bytes.text
  }
}

extension String {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
  fileprivate var renamingTrees: String {
    replacing("\"view\":", with: "\"viex\":").replacing("\"views\":", with: "\"viexs\":")
  }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
