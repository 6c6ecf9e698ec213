// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// Widgets, intents and Focus filters.
extension WireSchema {
  private func names(_ limit: NamedLimit) -> ClosedRange<Int> { 0...limit.maximum }

  private var caption: WireValue { text(Int64(NamedLimit.text.maximum)) }
  private var shortName: WireValue { name(Int64(NamedLimit.name.maximum)) }
  private var instant: WireValue { integer(0...WireLimits.latestTime) }
  private var parameterList: WireValue { list(ref("ParameterValue"), names(.parameters)) }

  var widgetArguments: [(String, WireValue)] {
    let request: WireObject = ["kind": shortName, "size": word(WidgetSize.self)]
    let variants: WireObject = ["variants": list(namedWord(WidgetVariant.self))]
    var (snapshot, timeline, more) = (request, request, variants)
    snapshot["preview"] = flag
    timeline["reason"] = openWord(TimelineReason.self)
    more["configuration"] = parameterList
    return [
      ("widget.describe", object()), ("widget.placeholder", object(request, optional: variants)),
      ("widget.snapshot", object(snapshot, optional: more)), ("widget.timeline", object(timeline, optional: more)),
      ("widget.relevance", object(["kind": shortName])), ("widget.options", options),
      ("app.continueActivity", object(request, optional: ["configuration": parameterList])),
      (
        "intent.perform", object(["intent": shortName], optional: ["instance": shortName, "parameters": parameterList])
      ),
    ]
  }

  var focusArguments: [(String, WireValue)] {
    let values = object(["intent": shortName], optional: ["parameters": parameterList])
    let perform = object(
      ["edge": word(FocusEdge.self), "intent": shortName], optional: ["parameters": parameterList])
    return [
      ("focus.describe", object()), ("focus.suggest", object()), ("focus.options", options),
      ("focus.resolve", values), ("focus.perform", perform),
    ]
  }

  private var options: WireValue {
    object(["intent": shortName, "parameter": shortName], optional: ["query": caption])
  }

  /// The values that a parameter can have: no bytes, no map, no list in a list.
  private var parameterValue: WireValue {
    let scalars: WireObject = [
      "bool": flag, "date": number, "decimal": ["type": "string", "maxLength": 64, "pattern": "^-?[0-9]"],
      "entity": object(["id": name(4_096), "type": shortName]), "int": number, "string": text(4_096),
      "url": text(4_096),
    ]
    let scalar: WireValue = ["oneOf": .array(scalars.members.map { object([$0.name: $0.value], isClosed: true) })]
    return ["anyOf": [scalar, object(["list": list(scalar, names(.list))], isClosed: true)]]
  }

  var intents: Definitions {
    let choice = object(
      ["title": caption, "value": ref("IntentValue")], optional: ["section": caption, "subtitle": caption])
    let type = object(
      ["kind": word(ParameterType.Kind.self), "list": flag],
      optional: ["cases": list(ref("IntentChoice"), names(.choices)), "name": shortName, "title": caption])
    let parameter = object(
      ["name": shortName, "optional": flag, "options": flag, "title": caption, "type": type],
      optional: [
        "default": ref("IntentValue"), "description": caption,
        "range": object(["lower": ref("IntentValue"), "upper": ref("IntentValue")]),
      ])
    return [
      "IntentValue": parameterValue, "IntentChoice": choice,
      "ParameterValue": object(["name": shortName, "value": ref("IntentValue")]),
      "DescribedIntent": object(
        ["intent": shortName, "opensApp": flag, "title": caption],
        optional: [
          "description": caption, "parameters": list(parameter, names(.parameters)),
          "roles": set(word(DescribedIntent.Role.self)),
        ]),
      "DescriptionNote": object(["code": word(DescriptionNote.Code.self), "subject": caption]),
      "OptionsResult": object(optional: ["choices": list(ref("IntentChoice"), names(.choices))]),
    ]
  }

  var widgets: Definitions {
    let view = object(["variant": word(WidgetVariant.self), "view": ["type": "object"]])
    let views = list(view, 1...WidgetVariant.allCases.count)
    let score = Int64(NamedLimit.relevance.maximum)
    let relevance = object([
      "durationS": integer(0...WireLimits.latestTime / 1000), "score": integer(-score...score),
    ])
    let kind = object(
      [
        "asksForConfiguration": flag, "backgroundRemovable": flag, "kind": shortName, "margins": flag,
        "title": caption,
      ], optional: ["description": caption, "intent": shortName, "sizes": set(word(WidgetSize.self))])
    let policy: WireValue = [
      "oneOf": [
        object(["kind": const("atEnd")]), object(["kind": const("never")]),
        object(["date": instant, "kind": const("after")]),
      ]
    ]
    let context: WireValue = [
      "anyOf": [object(["name": shortName]), object(["end": instant, "start": instant])]
    ]
    return [
      "DescribedKind": kind,
      "PlacedWidget": object(
        ["instance": shortName, "kind": shortName, "size": word(WidgetSize.self)],
        optional: ["configuration": parameterList]),
      "WidgetEntry": object(["date": instant, "views": views], optional: ["relevance": relevance]),
      "WidgetDescription": object(optional: [
        "intents": list(ref("DescribedIntent"), names(.intents)), "kinds": list(ref("DescribedKind"), names(.kinds)),
        "notes": list(ref("DescriptionNote"), names(.notes)),
      ]),
      "WidgetPlaceholderResult": object(["views": views]),
      "WidgetSnapshotResult": object(["entry": ref("WidgetEntry")]),
      "WidgetTimelineResult": object(
        ["policy": policy], optional: ["entries": list(ref("WidgetEntry"), names(.timelineEntries))]),
      "WidgetRelevanceResult": object(optional: [
        "attributes": list(object(["context": context], optional: ["configuration": parameterList]), names(.attributes))
      ]),
    ]
  }

  var filters: Definitions {
    let context: WireObject = [
      "predicate": ref("CriteriaPredicate"), "subtitle": caption, "targetPrefix": text(1_024), "title": caption,
    ]
    var performed = context
    performed["effects"] = effectList
    return [
      "FilterValues": object(["intent": shortName], optional: ["parameters": parameterList]),
      "FocusDescription": object(optional: [
        "intents": list(ref("DescribedIntent"), names(.intents)), "notes": list(ref("DescriptionNote"), names(.notes)),
      ]),
      "FocusSuggestions": object(optional: ["suggestions": list(ref("FilterValues"), names(.choices))]),
      "FocusContext": object(optional: context), "FocusPerformResult": object(optional: performed),
      "CriteriaPredicate": predicate,
    ]
  }

  private var predicate: WireValue {
    let arguments = { (range: ClosedRange<Int>) in self.list(self.ref("CriteriaPredicate"), range) }
    func comparison(_ words: [String], _ range: ClosedRange<Int>) -> WireValue {
      let values = list(text(Int64(CriteriaPredicate.maximumTextBytes)), range)
      let options = set(["enum": ["c", "d"]])
      let op: WireValue = ["enum": .array(words.map { .string($0) })]
      return range.lowerBound == 0
        ? object(["op": op], optional: ["options": options, "values": values])
        : object(["op": op, "values": values], optional: ["options": options])
    }
    return [
      "oneOf": [
        object(["op": ["enum": ["true", "false"]]]), object(["args": arguments(1...1), "op": const("not")]),
        object(["op": ["enum": ["and", "or"]]], optional: ["args": arguments(0...CriteriaPredicate.maximumNodes)]),
        comparison(["eq", "ne"], 0...1), comparison(["in"], 0...CriteriaPredicate.maximumValues),
        comparison(["inText", "contains", "beginsWith", "endsWith", "like"], 1...1),
      ]
    ]
  }
}
