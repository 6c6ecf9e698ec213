// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension WireSample {
  static let hello: [WireSample] = [
    WireSample(
      HelloParams(
        protocols: [1, 2], schemas: [1], point: .monitor, features: [.ack, .commit], extension: "homework.monitor",
        capabilities: [.containerWrite, .settings], behaviour: .appleCompatible, limits: HelloLimits(for: .monitor)),
      #"{"behaviour":"appleCompatible","capabilities":["container.write","settings"],"extension":"homework.monitor","#
        + #""features":["ack","commit"],"limits":{"activities":20,"depth":16,"effects":256,"events":256,"#
        + #""intervalMaximumS":604800,"intervalMinimumS":900,"lineBytes":262144,"requests":32,"stores":51,"#
        + #""tokens":50},"point":"monitor","protocols":[1,2],"schemas":[1]}"#,
      words: ["/point": .refused]),
    WireSample(HelloLimits(for: .report), #"{"depth":64,"lineBytes":262144,"viewNodes":2000}"#),
    WireSample(HelloLimits(for: .shieldConfiguration), #"{"depth":16,"lineBytes":16384}"#),
    WireSample(
      HelloResult(
        protocol: 1, schema: 1, features: ["ack"], extension: "homework.report", version: "1.0-beta+7",
        runtime: .init(name: "swift", version: "6.3"), handles: ["makeReport"], contexts: ["Today", "This Week"]),
      #"{"contexts":["Today","This Week"],"extension":"homework.report","features":["ack"],"handles":["makeReport"],"#
        + #""protocol":1,"runtime":{"name":"swift","version":"6.3"},"schema":1,"version":"1.0-beta+7"}"#),
    WireSample(
      HelloResult(features: [], extension: "homework.shield", version: "1.0"),
      #"{"extension":"homework.shield","features":[],"protocol":1,"schema":1,"version":"1.0"}"#),
    WireSample(
      ErrorObject(
        .versionUnsupported, "Only version 2.", supported: SupportedVersions(protocols: [2, 3], schemas: [4])),
      #"{"code":1000,"data":{"kind":"versionUnsupported","retry":"never","#
        + #""supported":{"protocols":[2,3],"schemas":[4]}},"message":"Only version 2."}"#,
      words: ["/data/retry": .general]),
    WireSample(
      ErrorObject(
        .effectViolation, "no", retry: .after, afterMs: 250, pointer: "/effects/0", reason: "intervalTooShort",
        limit: "tokens", maximum: 50, violation: "limit.shieldApplications", subject: "the store limits", actual: 51),
      #"{"code":1210,"data":{"actual":51,"afterMs":250,"kind":"effectViolation","limit":"tokens","maximum":50,"#
        + #""pointer":"/effects/0","reason":"intervalTooShort","retry":"after","subject":"the store limits","#
        + #""violation":"limit.shieldApplications"},"message":"no"}"#,
      words: ["/data/retry": .general]),
    WireSample(Ack(request: RequestID(.host, 2)), #"{"request":"h2"}"#),
    WireSample(
      Cancel(request: RequestID(.host, 12), reason: .superseded), #"{"reason":"superseded","request":"h12"}"#,
      words: ["/reason": .general]),
    WireSample(Shutdown(reason: .hostStopping), #"{"reason":"hostStopping"}"#, words: ["/reason": .general]),
  ]
}
