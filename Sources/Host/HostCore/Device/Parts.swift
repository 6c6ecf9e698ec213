// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The device's operations on its owners, wired bottom-up; each part lists its dependencies.
struct Parts {
  let intake: Intake
  let turns: TurnGiver
  let replies: Replies
  let questions: Questions
  let reports: Reports
  let persons: PersonActs
  let operations: Operations
  let sources: SourceNews
  let consents: Consents
  let numbers: ReportNumbers
  let names: Names
  let home: HomeScreen

  var looks: Looks { replies.looks }

  init(_ o: Owners) {
    names = Names(
      items: o.items, registry: o.registry, consent: o.consent, chronicle: o.chronicle)
    let requests = RequestMaker(
      memory: o.memory, notifications: o.notifications, widgets: o.widgets, focus: o.focus, registry: o.registry,
      consent: o.consent, configuration: o.configuration)
    let blocked = BlockedAttempts(memory: o.memory, chronicle: o.chronicle, consent: o.consent)
    let releases = Releases(memory: o.memory, outbox: o.outbox, consent: o.consent, chronicle: o.chronicle)
    let settling = Settling(
      memory: o.memory, outbox: o.outbox, registry: o.registry, chronicle: o.chronicle, blocked: blocked,
      focus: o.focus)
    let looks = Looks(
      memory: o.memory, registry: o.registry, desk: o.desk, surfaces: o.surfaces, persons: o.persons,
      consent: o.consent, chronicle: o.chronicle, blocked: blocked, requests: requests, names: names)
    let visits = Visits(
      memory: o.memory, outbox: o.outbox, registry: o.registry, desk: o.desk, persons: o.persons,
      surfaces: o.surfaces, consent: o.consent, chronicle: o.chronicle, requests: requests, settling: settling)
    let notices = Notices(
      memory: o.memory, notifications: o.notifications, focus: o.focus, registry: o.registry, consent: o.consent,
      chronicle: o.chronicle, names: names, visits: visits)
    let widgets = Widgets(
      memory: o.memory, outbox: o.outbox, registry: o.registry, desk: o.desk, keeper: o.widgets,
      chronicle: o.chronicle, requests: requests, names: names)
    let widgetReplies = WidgetReplies(
      memory: o.memory, outbox: o.outbox, registry: o.registry, desk: o.desk, keeper: o.widgets,
      chronicle: o.chronicle, widgets: widgets)
    let widgetActs = WidgetActs(
      memory: o.memory, outbox: o.outbox, registry: o.registry, keeper: o.widgets, focus: o.focus, consent: o.consent,
      chronicle: o.chronicle, widgets: widgets, visits: visits)
    let filters = Filters(
      memory: o.memory, outbox: o.outbox, registry: o.registry, desk: o.desk, focus: o.focus, consent: o.consent,
      chronicle: o.chronicle, notices: notices, requests: requests)
    home = HomeScreen(notices: notices, widgets: widgets, widgetReplies: widgetReplies, filters: filters)
    let endings = Endings(
      memory: o.memory, outbox: o.outbox, registry: o.registry, desk: o.desk, persons: o.persons, consent: o.consent,
      chronicle: o.chronicle, notices: notices)
    let authorizations = Authorizations(
      memory: o.memory, outbox: o.outbox, registry: o.registry, persons: o.persons, consent: o.consent,
      chronicle: o.chronicle, requests: requests, endings: endings, looks: looks, visits: visits,
      home: HomeActs(notices: notices, widgets: widgetActs, filters: filters), random: o.random)
    consents = Consents(
      memory: o.memory, registry: o.registry, persons: o.persons, consent: o.consent, chronicle: o.chronicle,
      authorizations: authorizations)
    numbers = ReportNumbers(
      memory: o.memory, registry: o.registry, consent: o.consent, consents: consents, configuration: o.configuration)
    reports = Reports(
      memory: o.memory, registry: o.registry, desk: o.desk, surfaces: o.surfaces, consent: o.consent,
      chronicle: o.chronicle, blocked: blocked, requests: requests, numbers: numbers, names: names)
    let bench = EffectBench(
      memory: o.memory, notifications: o.notifications, focus: o.focus, registry: o.registry, consent: o.consent,
      chronicle: o.chronicle, blocked: blocked)
    let presses = Presses(
      memory: o.memory, outbox: o.outbox, registry: o.registry, surfaces: o.surfaces, consent: o.consent,
      chronicle: o.chronicle, looks: looks, names: names, visits: visits)
    replies = Replies(
      memory: o.memory, outbox: o.outbox, registry: o.registry, desk: o.desk, persons: o.persons, bench: bench,
      commits: EffectCommit(
        memory: o.memory, outbox: o.outbox, consent: o.consent, chronicle: o.chronicle, notices: notices,
        releases: releases, endings: endings, widgets: widgets, filters: filters),
      settling: settling, looks: looks, visits: visits, presses: presses, home: home)
    questions = Questions(
      memory: o.memory, registry: o.registry, desk: o.desk, persons: o.persons, surfaces: o.surfaces,
      consent: o.consent, requests: requests, bench: bench, authorizations: authorizations, reports: reports,
      names: names)
    let itemActs = ItemActs(
      memory: o.memory, persons: o.persons, desk: o.items, consent: o.consent, chronicle: o.chronicle, looks: looks)
    let identifiers = Identifiers(
      memory: o.memory, outbox: o.outbox, consent: o.consent, chronicle: o.chronicle, looks: looks, names: names,
      authorizations: authorizations, items: itemActs, random: o.random)
    operations = Operations(
      memory: o.memory, outbox: o.outbox, registry: o.registry, persons: o.persons, chronicle: o.chronicle,
      terms: FamilyTerms(consents: consents, identifiers: identifiers, authorizations: authorizations), looks: looks,
      home: home, configuration: o.configuration, consent: o.consent,
      resending: Resending(
        memory: o.memory, outbox: o.outbox, registry: o.registry, consent: o.consent, chronicle: o.chronicle,
        releases: releases))
    let prompts = PromptAnswers(
      persons: o.persons, desk: o.desk, registry: o.registry, chronicle: o.chronicle, authorizations: authorizations,
      consents: consents, questions: questions, memory: o.memory, items: o.items)
    persons = PersonActs(
      persons: o.persons, prompts: prompts, visits: visits, presses: presses, looks: looks, reports: reports,
      authorizations: authorizations, consents: consents, operations: operations,
      times: TimeRequests(memory: o.memory, persons: o.persons, chronicle: o.chronicle, looks: looks),
      changes: WaitingChanges(
        memory: o.memory, persons: o.persons, items: itemActs, identifiers: identifiers,
        authorizations: authorizations, looks: looks, names: names),
      home: HomeActs(notices: notices, widgets: widgetActs, filters: filters))
    let wakes = NextWake(
      memory: o.memory, outbox: o.outbox, surfaces: o.surfaces, persons: o.persons, notifications: o.notifications,
      widgets: o.widgets, focus: o.focus, chronicle: o.chronicle, configuration: o.configuration)
    intake = Intake(
      memory: o.memory, outbox: o.outbox, registry: o.registry, surfaces: o.surfaces, chronicle: o.chronicle,
      identifiers: identifiers, releases: releases, settling: settling, looks: looks, home: home, wakes: wakes,
      configuration: o.configuration)
    sources = SourceNews(
      memory: o.memory, persons: o.persons, chronicle: o.chronicle, notices: notices, widgets: widgets, filters: filters
    )
    turns = TurnGiver(
      memory: o.memory, outbox: o.outbox, registry: o.registry, desk: o.desk, consent: o.consent,
      requests: requests, settling: settling, visits: visits, persons: o.persons, focus: o.focus)
  }
}
