// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One modifier of a node, applied inside out.
package indirect enum ViewModifier: Hashable, Sendable {
  case padding(top: Int, leading: Int, bottom: Int, trailing: Int)
  case frame(Frame)
  case fixed([Axis])
  case aspect(ratio: Int?, fit: ViewNode.ImageContent.Fit)
  case priority(Int)
  case background(ViewNode, Alignment?)
  case overlay(ViewNode, Alignment?)
  case clip(ShapeForm)
  case mask(ShapeForm)
  case opacity(Int)
  case offset(LayoutPoint)
  case position(LayoutPoint)
  case rotate(Int)
  case scale(LayoutPoint)
  case shadow(paint: Paint?, radius: Int, offset: LayoutPoint)
  case blur(Int)

  package struct Frame: Hashable, Sendable {
    package enum Maximum: Hashable, Sendable {
      case length(Int)
      case fill
    }
    package var width: Int?
    package var height: Int?
    package var minWidth: Int?
    package var idealWidth: Int?
    package var maxWidth: Maximum?
    package var minHeight: Int?
    package var idealHeight: Int?
    package var maxHeight: Maximum?
    package var align: Alignment?

    package init(width: Int? = nil, height: Int? = nil, align: Alignment? = nil) {
      self.width = width
      self.height = height
      self.align = align
    }
  }
}
