// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One primitive of a checked tree (`views.md#a-tree`).
package struct ViewNode: Hashable, Sendable {
  /// The number in reading order, by which layout caches its size.
  package var index = 0
  package var content: Content
  /// The modifiers, innermost first.
  package var modifiers: [ViewModifier] = []
  /// The text set by accessibility modifiers.
  package var label: String?
  /// Whether accessibility readers skip it.
  package var isHidden = false
  package var isSensitive = false
  package var isInvalidatable = false

  package init(_ content: Content, modifiers: [ViewModifier] = []) {
    self.content = content
    self.modifiers = modifiers
  }

  package indirect enum Content: Hashable, Sendable {
    case widget(Widget)
    case text(TextContent)
    case image(ImageContent)
    case symbol(name: String, style: TextStyle)
    case token(token: String, part: TokenPart, style: TextStyle)
    case vstack(align: Alignment, spacing: Int?, children: [ViewNode])
    case hstack(align: Alignment, spacing: Int?, children: [ViewNode])
    case zstack(align: Alignment, children: [ViewNode])
    case fits(axes: [Axis], children: [ViewNode])
    case grid(GridContent)
    case list(style: ListStyle, sections: [ListSection])
    case scroll(axis: ScrollAxis, child: ViewNode)
    case spacer(minimum: Int?)
    case divider
    case empty
    case shape(ShapeContent)
    case progress(MeterContent)
    case gauge(MeterContent)
    case chart(ChartContent)
    case redacted(lines: Int?, width: Int?)
    case unsupported(type: String)
    case link(url: String, child: ViewNode)
    case control(ControlContent)
    case report(surface: String, frame: Extent)
    case picker(PickerContent)
  }

  package struct Widget: Hashable, Sendable {
    package var child: ViewNode
    package var url: String?
    package var background: ViewNode?
    package var margins: [Int]?
  }

  package struct ImageContent: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
      case asset(String)
      case png(base64: String, RasterImage)
    }
    package enum Fit: String, CaseIterable, Sendable { case fit, fill }

    package var source: Source
    package var resizable = false
    package var fit: Fit?
    package var template = false
  }

  package enum TokenPart: String, CaseIterable, Sendable { case label, title, icon }
  package enum ScrollAxis: String, CaseIterable, Sendable { case vertical, horizontal, both }
  package enum ListStyle: String, CaseIterable, Sendable {
    case automatic, plain, grouped, inset, insetGrouped, sidebar, form
  }

  package struct ListSection: Hashable, Sendable {
    package var header: ViewNode?
    package var rows: [ViewNode]
    package var footer: ViewNode?
  }

  package struct ShapeContent: Hashable, Sendable {
    package struct Stroke: Hashable, Sendable {
      package var paint: Paint
      package var style: StrokeStyle
    }
    package var form: ShapeForm
    package var fill: Paint?
    package var stroke: Stroke?
    /// The start and end, per mille of the outline's length.
    package var trim: [Int]?
  }

  package struct ControlContent: Hashable, Sendable {
    package enum Form: String, CaseIterable, Sendable { case button, toggle }
    package enum Role: String, CaseIterable, Sendable { case cancel, destructive }

    package var form: Form
    package var child: ViewNode
    package var isOn: Bool?
    package var intent: String?
    /// Names and wire values, kept as checked data for `intent.perform`.
    package var parameters: [IntentParameter] = []
    package var action: Int?
    package var role: Role?
  }

  package struct PickerContent: Hashable, Sendable {
    package var frame: Extent
    package var title: String?
    package var header: String?
    package var footer: String?
    package var includesEntireCategory: Bool?
  }
}
