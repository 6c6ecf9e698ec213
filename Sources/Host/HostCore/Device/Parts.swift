// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The device's operations on its owners, wired bottom-up; each part lists its dependencies.
final class Parts {
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

  init(_ owners: Owners) {
    names = Names(
      items: owners.items, registry: owners.registry, consent: owners.consent, chronicle: owners.chronicle)
    let requests = RequestMaker(owners)
    let blocked = BlockedAttempts(owners)
    let releases = Releases(owners)
    let settling = Settling(owners, blocked: blocked)
    let looks = Looks(owners, blocked: blocked, requests: requests, names: names)
    let visits = Visits(owners, requests: requests, settling: settling)
    let notices = Notices(owners, names: names, visits: visits)
    let widgets = Widgets(owners, requests: requests, names: names)
    let widgetReplies = WidgetReplies(owners, widgets: widgets)
    let widgetActs = WidgetActs(owners, widgets: widgets, visits: visits)
    let filters = Filters(owners, notices: notices, requests: requests)
    home = HomeScreen(notices: notices, widgets: widgets, widgetReplies: widgetReplies, filters: filters)
    let endings = Endings(owners, notices: notices)
    let authorizations = Authorizations(
      owners, requests: requests, endings: endings, looks: looks, visits: visits,
      home: HomeActs(notices: notices, widgets: widgetActs, filters: filters))
    consents = Consents(owners, authorizations: authorizations)
    numbers = ReportNumbers(owners, consents: consents)
    reports = Reports(owners, blocked: blocked, requests: requests, numbers: numbers, names: names)
    let bench = EffectBench(owners, blocked: blocked)
    let presses = Presses(owners, looks: looks, names: names, visits: visits)
    replies = Replies(
      owners, bench: bench,
      commits: EffectCommit(
        owners, notices: notices, releases: releases, endings: endings, widgets: widgets, filters: filters),
      settling: settling, looks: looks, visits: visits, presses: presses, home: home)
    questions = Questions(
      owners, requests: requests, bench: bench, authorizations: authorizations, reports: reports, names: names)
    let itemActs = ItemActs(owners, looks: looks)
    let identifiers = Identifiers(
      owners, releases: releases, looks: looks, names: names, authorizations: authorizations, items: itemActs)
    operations = Operations(
      owners, terms: FamilyTerms(consents: consents, identifiers: identifiers, authorizations: authorizations),
      looks: looks,
      home: home, resending: Resending(owners, releases: releases))
    let prompts = PromptAnswers(owners, authorizations: authorizations, consents: consents, questions: questions)
    persons = PersonActs(
      owners, prompts: prompts, visits: visits, presses: presses, looks: looks, reports: reports,
      authorizations: authorizations, consents: consents, operations: operations,
      times: TimeRequests(owners, looks: looks),
      changes: WaitingChanges(
        owners, items: itemActs, identifiers: identifiers, authorizations: authorizations, looks: looks, names: names),
      home: HomeActs(notices: notices, widgets: widgetActs, filters: filters))
    let wakes = NextWake(owners)
    intake = Intake(
      owners, identifiers: identifiers, releases: releases, settling: settling, looks: looks, home: home, wakes: wakes)
    sources = SourceNews(owners, notices: notices, widgets: widgets, filters: filters)
    turns = TurnGiver(owners, requests: requests, settling: settling, visits: visits)
  }
}
