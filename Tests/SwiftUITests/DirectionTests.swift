// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

/// Parts of a view with another layout direction than the surface around them.
@MainActor @Suite struct DirectionTests {
  private func turned(_ view: some View) throws -> WireValue {
    try tree(view.environment(\.layoutDirection, .rightToLeft))
  }

  @Test func `a row is mirrored, including its leaves`() throws {
    let row = HStack {
      VStack(alignment: .leading) { Text("a") }
      Text("b").padding(.leading, 4).frame(width: 50, alignment: .topTrailing)
    }
    let mirror = HStack {
      Text("b").padding(.trailing, 4).frame(width: 50, alignment: .topLeading)
      VStack(alignment: .trailing) { Text("a") }
    }
    #expect(try turned(row) == tree(mirror))
    #expect(try tree(row.environment(\.layoutDirection, .leftToRight)) == tree(row))
  }

  @Test func `layers, list rows and multi-line texts are mirrored too`() throws {
    let view = List {
      Section {
        Text("a\nb").multilineTextAlignment(.trailing).overlay(alignment: .topLeading) {
          HStack {
            Text("1"); Text("2")
          }
        }
      } header: {
        HStack {
          Text("x"); Text("y")
        }
      }
    }
    let mirror = List {
      Section {
        Text("a\nb").multilineTextAlignment(.leading).overlay(alignment: .topTrailing) {
          HStack {
            Text("2"); Text("1")
          }
        }
      } header: {
        HStack {
          Text("y"); Text("x")
        }
      }
    }
    let (turned, drawn) = try (turned(view), tree(mirror))
    #expect(Self.words(turned) == Self.words(drawn))
    #expect("\(turned)".contains("topTrailing"))
  }

  @Test func `a grid's short row starts at the other side, and spans stay with their cells`() throws {
    let grid = Grid {
      GridRow {
        Text("a"); Text("b").gridCellColumns(2)
      }
      GridRow { Text("c") }
    }
    let mirror = Grid {
      GridRow {
        Text("b").gridCellColumns(2); Text("a")
      }
      GridRow {
        Color.clear.hidden(); Color.clear.hidden(); Text("c")
      }
    }
    #expect(try Self.words(turned(grid)) == Self.words(tree(mirror)))
    let lazy = LazyVGrid(columns: [GridItem(), GridItem(), GridItem()]) {
      ForEach(["1", "2", "3", "4"], id: \.self) { Text($0) }
    }
    #expect(try Self.words(turned(lazy)) == ["3", "2", "1", "4"])
  }

  @Test func `a part with the original direction inside a mirrored part is not mirrored`() throws {
    let inner = HStack {
      Text("a"); Text("b")
    }
    let back = HStack {
      inner.environment(\.layoutDirection, .leftToRight); Text("c")
    }
    #expect(try Self.words(turned(back)) == ["c", "a", "b"])
  }

  /// The texts of a tree, in order.
  private static func words(_ value: WireValue) -> [String] {
    switch value {
    case .object(let object):
      if case .string(let text)? = object["text"] { return [text] }
      return object.members.flatMap { words($0.value) }
    case .array(let list): return list.flatMap(words)
    default: return []
    }
  }
}
