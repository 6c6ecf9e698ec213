// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Rows of cells, or children that flow into tracks.
package struct GridContent: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var children: [ViewNode]
    /// The number of columns of each child; empty means one each.
    package var spans: [Int]
  }
  package enum Track: Hashable, Sendable {
    case fixed(Int)
    case flexible(minimum: Int?, maximum: Int?)
    case adaptive(minimum: Int, maximum: Int?)
  }
  package enum Form: Hashable, Sendable {
    case rows([Row])
    case tracks([Track], axis: Axis?, children: [ViewNode])
  }

  package var form: Form
  package var align: Alignment?
  package var spacing: Int?
  package var rowSpacing: Int?
}
