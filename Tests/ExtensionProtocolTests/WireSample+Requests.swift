// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension WireSample {
  static let selection = Selection(
    applications: [token(app2), token(app1)], categories: [token(category)], webDomains: [token(domain)],
    includeEntireCategory: true)
  static let selectionJSON =
    #"{"applications":["\#(app1)","\#(app2)"],"categories":["\#(category)"],"includeEntireCategory":true,"#
    + #""webDomains":["\#(domain)"]}"#

  static let requests: [WireSample] = [
    WireSample(
      CommitParams(within: RequestID(.host, 2), base: 17, effects: [.clearStore("limits")]),
      #"{"base":17,"effects":[{"kind":"clearStore","store":"limits"}],"within":"h2"}"#,
      words: ["/effects/0/kind": .refused]),
    WireSample(
      CommitParams(effects: [.clearStore("limits")]), #"{"effects":[{"kind":"clearStore","store":"limits"}]}"#),
    WireSample(
      CommitResult(revision: 18, snapshot: Snapshot(environment: environment)),
      #"{"revision":18,"snapshot":{"environment":\#(environmentJSON)}}"#),
    WireSample(AuthorizeParams(member: .child), #"{"member":"child"}"#, words: ["/member": .refused]),
    WireSample(
      AuthorizeResult(authorization: .denied), #"{"authorization":"denied"}"#, words: ["/authorization": .general]),
    WireSample(
      PickParams(
        includeEntireCategory: false, title: "Pick", header: "head", footer: "foot", selection: selection),
      #"{"footer":"foot","header":"head","includeEntireCategory":false,"selection":\#(selectionJSON),"title":"Pick"}"#),
    WireSample(PickParams(includeEntireCategory: true), #"{"includeEntireCategory":true}"#),
    WireSample(PickResult(selection: selection), #"{"selection":\#(selectionJSON)}"#),
    WireSample(
      PresentReportParams(
        context: "Today", filter: filter, frame: ViewFrame(width: 1, height: 2), surface: "s1", dismiss: true),
      #"{"context":"Today","dismiss":true,"filter":\#(filterJSON),"frame":{"height":2,"width":1},"surface":"s1"}"#,
      words: ["/filter/segment": .general, "/filter/users": .refused]),
    WireSample(
      PresentReportResult(surface: "s2", presentsAt: 1_795_190_401_000), #"{"presentsAt":1795190401000,"surface":"s2"}"#
    ),
    WireSample(PresentReportResult(surface: "s2", presentsAt: nil), #"{"surface":"s2"}"#),
    WireSample(
      PresentWindowParams(view: ["kind": "divider"], title: "Week"), #"{"title":"Week","view":{"kind":"divider"}}"#,
      foreign: ["/view"]),
    WireSample(PresentWindowResult(tree: 9), #"{"tree":9}"#),
  ]

  static let report: [WireSample] = [
    WireSample(filter, filterJSON, words: ["/segment": .general, "/users": .refused]),
    WireSample(
      ReportFilter(segment: .daily, start: 0, end: 0),
      #"{"applications":[],"categories":[],"end":0,"segment":"daily","start":0,"webDomains":[]}"#),
    WireSample(ViewFrame(width: 0, height: 1_000_000_000), #"{"height":1000000000,"width":0}"#),
    WireSample(
      ReportData(
        request: RequestID(.host, 2), frame: 3,
        elements: [
          .device(role: "child", model: "iPhone", updated: 5),
          .segment(
            ReportSegment(start: 1, end: 9, totalMs: 8, longest: .init(start: 2, end: 3), firstPickup: 1, pickups: 4)),
          .segment(ReportSegment(start: 1, end: 9, totalMs: 0)),
          .category(token: token(category), name: "Games", totalMs: 7),
          .application(
            token: token(app1), name: "Block World", bundleID: "org.example", totalMs: 6, pickups: 1, notifications: 2),
          .application(token: token(app2), name: "", bundleID: nil, totalMs: 0, pickups: 0, notifications: 0),
          .webDomain(token: token(domain), domain: "example.org", totalMs: 5),
        ], isEnd: true),
      #"{"elements":[{"kind":"device","model":"iPhone","role":"child","updated":5},"#
        + #"{"end":9,"firstPickup":1,"kind":"segment","longest":{"end":3,"start":2},"pickups":4,"start":1,"totalMs":8},"#
        + #"{"end":9,"kind":"segment","pickups":0,"start":1,"totalMs":0},"#
        + #"{"kind":"category","name":"Games","token":"\#(category)","totalMs":7},"#
        + #"{"bundleID":"org.example","kind":"application","name":"Block World","notifications":2,"pickups":1,"#
        + #""token":"\#(app1)","totalMs":6},"#
        + #"{"kind":"application","name":"","notifications":0,"pickups":0,"token":"\#(app2)","totalMs":0},"#
        + #"{"domain":"example.org","kind":"webDomain","token":"\#(domain)","totalMs":5}],"#
        + #""end":true,"frame":3,"request":"h2"}"#,
      words: ["/elements/0/kind": .general]),
  ]
}
