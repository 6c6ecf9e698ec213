// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

// The members of the larger kinds of nodes.

extension TextContent {
  var members: WireObject {
    var object: WireObject = [
      "kind": "text", "style": style.wire, "lines": lines.map { .number($0) },
      "align": align.map { .string($0.rawValue) }, "minimumScale": minimumScale.map { .number($0) },
    ]
    if isPlain, case .text(let text, _)? = runs.first {
      object["text"] = .string(text)
    } else {
      object["runs"] = .array(runs.map(\.wire))
    }
    return object
  }
}

extension TextContent.Run {
  var wire: WireValue {
    switch self {
    case .text(let text, let style): ["text": .string(text), "style": style.wire]
    case .lineBreak: ["break": true]
    case .date(let date, let style): ["date": .integer(date), "style": .string(style.rawValue)]
    case .timer(let from, let to, let countsDown, let pause):
      [
        "from": .integer(from), "to": .integer(to), "countsDown": .bool(countsDown),
        "pause": pause.map { .integer($0) },
      ]
    }
  }
}

extension TextStyle {
  /// `nil` when nothing is set.
  var wire: WireValue? {
    let object: WireObject = [
      "font": font.map { .string($0.rawValue) }, "size": size.map { .number($0) },
      "weight": weight.map { .string($0.rawValue) }, "design": design.map { .string($0.rawValue) },
      "italic": italic ? true : nil, "monospacedDigit": monospacedDigit ? true : nil,
      "underline": underline ? true : nil, "strike": strike ? true : nil, "paint": paint?.wire,
      "kern": kern.map { .number($0) }, "case": letterCase.map { .string($0.rawValue) },
    ]
    return object.members.isEmpty ? nil : .object(object)
  }
}

extension ViewNode.ImageContent {
  var members: WireObject {
    var object: WireObject = [
      "kind": "image", "resizable": resizable ? true : nil, "fit": fit.map { .string($0.rawValue) },
      "template": template ? true : nil,
    ]
    switch source {
    case .asset(let name): object["asset"] = .string(name)
    case .png(let base64, _): object["png"] = .string(base64)
    }
    return object
  }
}

extension GridContent {
  var members: WireObject {
    var object: WireObject = [
      "kind": "grid", "align": align.map { .string($0.rawValue) }, "spacing": spacing.map { .number($0) },
      "rowSpacing": rowSpacing.map { .number($0) },
    ]
    switch form {
    case .rows(let rows):
      object["rows"] = .array(
        rows.map { row in
          ["children": .nodes(row.children), "span": row.spans.isEmpty ? nil : .numbers(row.spans)]
        })
    case .tracks(let tracks, let axis, let children):
      object["columns"] = .array(tracks.map(\.wire))
      object["axis"] = axis.map { .string($0.rawValue) }
      object["children"] = .nodes(children)
    }
    return object
  }
}

extension GridContent.Track {
  var wire: WireValue {
    func range(_ minimum: Int?, _ maximum: Int?) -> WireValue {
      ["minimum": minimum.map { .number($0) }, "maximum": maximum.map { .number($0) }]
    }
    return switch self {
    case .fixed(let width): ["fixed": .number(width)]
    case .flexible(let minimum, let maximum): ["flexible": range(minimum, maximum)]
    case .adaptive(let minimum, let maximum): ["adaptive": range(minimum, maximum)]
    }
  }
}

extension MeterContent.Words {
  var wire: WireValue {
    switch self {
    case .plain(let text): .string(text)
    case .runs(let runs): .array(runs.map(\.wire))
    }
  }
}

extension MeterContent {
  func members(_ kind: String) -> WireObject {
    [
      "kind": .string(kind), "value": value.map { .number($0) }, "minimum": minimum.map { .number($0) },
      "maximum": maximum.map { .number($0) }, "from": from.map { .integer($0) }, "to": to.map { .integer($0) },
      "style": style.map { .string($0.rawValue) }, "label": label?.wire, "current": current?.wire,
      "countsDown": countsDown.map { .bool($0) }, "tint": tint?.wire,
      "paint": paint?.wire,
    ]
  }
}

extension ChartContent {
  var members: WireObject {
    [
      "kind": "chart", "marks": .array(marks.map(\.wire)), "xAxis": xAxis.map { .bool($0) },
      "yAxis": yAxis.map { .bool($0) }, "legend": legend.map { .bool($0) },
    ]
  }
}

extension ChartContent.Mark {
  var wire: WireValue {
    let place: WireValue? =
      switch x {
      case .category(let name): ["category": .string(name)]
      case .value(let number): ["value": .number(number)]
      case .time(let time): ["time": .integer(time)]
      case nil: nil
      }
    return [
      "mark": .string(kind.rawValue), "x": place, "y": y.map { .number($0) }, "angle": angle.map { .number($0) },
      "series": series.map { .string($0) }, "paint": paint?.wire,
    ]
  }
}

extension ViewNode.ControlContent {
  var members: WireObject {
    let list = parameters.map { WireValue.object(["name": .string($0.name), "value": $0.value]) }
    return [
      "kind": "control", "form": .string(form.rawValue), "child": child.wire, "on": isOn.map { .bool($0) },
      "intent": intent.map { .string($0) }, "parameters": list.isEmpty ? nil : .array(list),
      "action": action.map { .number($0) }, "role": role.map { .string($0.rawValue) },
    ]
  }
}
