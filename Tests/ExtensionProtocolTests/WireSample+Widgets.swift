// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension WireSample {
  static let city = ParameterValue(name: "city", value: .entity(type: "City", id: "ber"))
  static let cityJSON = #"{"name":"city","value":{"entity":{"id":"ber","type":"City"}}}"#

  /// A typed value is an object of exactly one member; another member means another type.
  private static func performing(
    _ callback: Callback, _ arguments: String, words: [String: Word] = [:], foreign: [String]
  ) -> WireSample {
    var sample = performing(callback, arguments, words: words)
    sample.foreign = foreign.map { "/arguments\($0)" }
    return sample
  }

  static let widgets: [WireSample] = [
    performing(.widget(.describe), "{}"),
    performing(
      .widget(.placeholder(WidgetRequest(kind: "Today", size: .systemSmall, variants: [.light, .private]))),
      #"{"kind":"Today","size":"systemSmall","variants":["light","private"]}"#, words: ["/size": .refused]),
    performing(
      .widget(
        .snapshot(
          WidgetRequest(kind: "Today", size: .accessoryInline, variants: [.light]), configuration: [city],
          isPreview: true)),
      #"{"configuration":[\#(cityJSON)],"kind":"Today","preview":true,"size":"accessoryInline","variants":["light"]}"#,
      words: ["/size": .refused], foreign: ["/configuration/0/value"]),
    performing(
      .widget(
        .timeline(
          WidgetRequest(kind: "Today", size: .systemMedium, variants: [.dark]), configuration: [], reason: .retry)),
      #"{"kind":"Today","reason":"retry","size":"systemMedium","variants":["dark"]}"#,
      words: ["/size": .refused, "/reason": .general]),
    performing(.widget(.relevance(kind: "Today")), #"{"kind":"Today"}"#),
    performing(
      .widget(.options(OptionsArguments(intent: "Trip", parameter: "city", query: "Be"))),
      #"{"intent":"Trip","parameter":"city","query":"Be"}"#),
    performing(
      .continueActivity(ContinuedActivity(kind: "Today", size: .systemLarge, configuration: [city])),
      #"{"configuration":[\#(cityJSON)],"kind":"Today","size":"systemLarge"}"#, words: ["/size": .refused],
      foreign: ["/configuration/0/value"]),
    performing(
      .performIntent(IntentArguments(intent: "MarkDone", parameters: [city], instance: "i-1")),
      #"{"instance":"i-1","intent":"MarkDone","parameters":[\#(cityJSON)]}"#, foreign: ["/parameters/0/value"]),
    performing(.focus(.describe), "{}"), performing(.focus(.suggest), "{}"),
    performing(
      .focus(.options(OptionsArguments(intent: "Mail", parameter: "city"))),
      #"{"intent":"Mail","parameter":"city"}"#),
    performing(
      .focus(.resolve(FilterValues(intent: "Mail", parameters: [city]))),
      #"{"intent":"Mail","parameters":[\#(cityJSON)]}"#, foreign: ["/parameters/0/value"]),
    performing(
      .focus(.perform(FilterValues(intent: "Mail"), edge: .off)), #"{"edge":"off","intent":"Mail"}"#,
      words: ["/edge": .refused]),
  ]

  private static let view = WidgetView(variant: .light, view: ["kind": "widget"])
  private static let viewJSON = #"{"variant":"light","view":{"kind":"widget"}}"#

  static let widgetResults: [WireSample] = [
    WireSample(WidgetDescription(), "{}"),
    WireSample(
      DescribedKind(kind: "Today", title: "Today", sizes: [.systemLarge], intent: "Trip"),
      #"{"asksForConfiguration":false,"backgroundRemovable":true,"intent":"Trip","kind":"Today","margins":true,"#
        + #""sizes":["systemLarge"],"title":"Today"}"#, words: ["/sizes/0": .refused]),
    WireSample(
      WidgetDescription(
        kinds: [
          DescribedKind(
            kind: "Today", title: "Today", description: "What is due.", sizes: [.systemSmall, .accessoryInline],
            hasMargins: false, isBackgroundRemovable: false, asksForConfiguration: true)
        ],
        intents: [
          DescribedIntent(
            intent: "Trip", title: "Trip", description: "A way.", roles: [.configuration, .action], opensApp: true,
            parameters: [
              DescribedParameter(
                name: "line", title: "Line", description: "Of trams.",
                type: ParameterType(
                  .enumeration, isList: true, name: "Line", title: "Line",
                  cases: [IntentChoice(value: .string("s1"), title: "S1", subtitle: "fast", section: "Trains")]),
                isOptional: true, defaultValue: .string("s1"), hasOptions: true,
                range: .init(lower: .integer(1), upper: .integer(9)))
            ])
        ], notes: [DescriptionNote(.withoutEffect, "ActivityConfiguration")]),
      #"{"intents":[{"description":"A way.","intent":"Trip","opensApp":true,"parameters":[{"default":"#
        + #"{"string":"s1"},"description":"Of trams.","name":"line","optional":true,"options":true,"range":"#
        + #"{"lower":{"int":1},"upper":{"int":9}},"title":"Line","type":{"cases":[{"section":"Trains","#
        + #""subtitle":"fast","title":"S1","value":{"string":"s1"}}],"kind":"enumeration","list":true,"#
        + #""name":"Line","title":"Line"}}],"roles":["configuration","action"],"title":"Trip"}],"kinds":["#
        + #"{"asksForConfiguration":true,"backgroundRemovable":false,"description":"What is due.","#
        + #""kind":"Today","margins":false,"sizes":["systemSmall","accessoryInline"],"title":"Today"}],"notes":["#
        + #"{"code":"declaration.withoutEffect","subject":"ActivityConfiguration"}]}"#,
      words: [
        "/intents/0/roles/0": .refused, "/intents/0/parameters/0/type/kind": .refused, "/kinds/0/sizes/0": .refused,
        "/notes/0/code": .refused,
      ],
      foreign: [
        "/intents/0/parameters/0/default", "/intents/0/parameters/0/range/lower",
        "/intents/0/parameters/0/range/upper", "/intents/0/parameters/0/type/cases/0/value",
      ]),
    WireSample(
      WidgetPlaceholderResult(views: [view]), #"{"views":[\#(viewJSON)]}"#, words: ["/views/0/variant": .refused],
      foreign: ["/views/0/view"]),
    WireSample(
      WidgetSnapshotResult(entry: WidgetEntry(date: 5, relevance: .init(score: -1, durationS: 60), views: [view])),
      #"{"entry":{"date":5,"relevance":{"durationS":60,"score":-1},"views":[\#(viewJSON)]}}"#,
      foreign: ["/entry/views/0/view"]),
    WireSample(
      WidgetTimelineResult(entries: [WidgetEntry(date: 5, views: [view])], policy: .after(7)),
      #"{"entries":[{"date":5,"views":[\#(viewJSON)]}],"policy":{"date":7,"kind":"after"}}"#,
      words: ["/policy/kind": .refused], foreign: ["/entries/0/views/0/view"]),
    WireSample(WidgetTimelineResult(entries: [], policy: .atEnd), #"{"policy":{"kind":"atEnd"}}"#),
    WireSample(WidgetTimelineResult(entries: [], policy: .never), #"{"policy":{"kind":"never"}}"#),
    WireSample(WidgetRelevanceResult(), "{}"),
    WireSample(
      WidgetRelevanceResult(attributes: [
        RelevanceAttribute(configuration: [city], context: .time(start: 1, end: 2)),
        RelevanceAttribute(context: .unobserved("location")),
      ]),
      #"{"attributes":[{"configuration":[\#(cityJSON)],"context":{"end":2,"start":1}},"#
        + #"{"context":{"name":"location"}}]}"#, foreign: ["/attributes/0/configuration/0/value"]),
    WireSample(
      OptionsResult(choices: [IntentChoice(value: .bool(true), title: "Yes")]),
      #"{"choices":[{"title":"Yes","value":{"bool":true}}]}"#, foreign: ["/choices/0/value"]),
    WireSample(
      FocusDescription(
        intents: [DescribedIntent(intent: "Mail", title: "Mail", roles: [.focusFilter])],
        notes: [DescriptionNote(.performMissing, "Mail")]),
      #"{"intents":[{"intent":"Mail","opensApp":false,"roles":["focusFilter"],"title":"Mail"}],"#
        + #""notes":[{"code":"perform.missing","subject":"Mail"}]}"#,
      words: ["/intents/0/roles/0": .refused, "/notes/0/code": .refused]),
    WireSample(
      FocusSuggestions(suggestions: [FilterValues(intent: "Mail", parameters: [city])]),
      #"{"suggestions":[{"intent":"Mail","parameters":[\#(cityJSON)]}]}"#,
      foreign: ["/suggestions/0/parameters/0/value"]),
    WireSample(FocusContext(), "{}"),
    WireSample(
      FocusContext(title: "Mail", subtitle: "work", predicate: .constant(true), targetPrefix: "mail"),
      #"{"predicate":{"op":"true"},"subtitle":"work","targetPrefix":"mail","title":"Mail"}"#,
      words: ["/predicate/op": .refused]),
    WireSample(
      FocusPerformResult(context: FocusContext(title: "Mail"), effects: [.setBadgeCount(0)]),
      #"{"effects":[{"count":0,"kind":"setBadgeCount"}],"title":"Mail"}"#, words: ["/effects/0/kind": .refused]),
  ]

  static let predicates: [WireSample] = [
    predicate(.constant(false), #"{"op":"false"}"#),
    predicate(.not(.constant(true)), #"{"args":[{"op":"true"}],"op":"not"}"#),
    predicate(.all([.constant(true)]), #"{"args":[{"op":"true"}],"op":"and"}"#),
    predicate(.any([.constant(true)]), #"{"args":[{"op":"true"}],"op":"or"}"#),
    predicate(.comparison(.init(.equal, .absent)), #"{"op":"eq","values":[]}"#),
    predicate(
      .comparison(.init(.notEqual, .text("a"), ignoresCase: true, ignoresMarks: true)),
      #"{"op":"ne","options":["c","d"],"values":["a"]}"#),
    predicate(.comparison(.init(.contained, .list(["a", "b"]))), #"{"op":"in","values":["a","b"]}"#),
    predicate(.comparison(.init(.contained, .text("ab"))), #"{"op":"inText","values":["ab"]}"#),
    predicate(.comparison(.init(.contains, .text("a"))), #"{"op":"contains","values":["a"]}"#),
    predicate(.comparison(.init(.beginsWith, .text("a"))), #"{"op":"beginsWith","values":["a"]}"#),
    predicate(.comparison(.init(.endsWith, .text("a"))), #"{"op":"endsWith","values":["a"]}"#),
    predicate(.comparison(.init(.like, .text("a*"))), #"{"op":"like","values":["a*"]}"#),
  ]

  private static func predicate(_ predicate: CriteriaPredicate, _ json: String) -> WireSample {
    WireSample(predicate, json, words: ["/op": .refused])
  }
}
