// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sallyport explain`: shows why something is as it is, with the rule that decided it.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a callback, a shield, a notification, or a number of a report.",
    subcommands: [
      ExplainCallbackCommand.self, ExplainShieldCommand.self, ExplainUseCommand.self, ExplainReportCommand.self,
      ExplainActivityCommand.self, ExplainNotificationCommand.self,
      ExplainWidgetCommand.self,
    ])
}
