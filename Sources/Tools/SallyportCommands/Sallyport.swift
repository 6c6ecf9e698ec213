// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
import Foundation
import HostCore

/// `sallyport`: the host's commands. Results go to standard output, everything else to standard error. Exit status: 0
/// done, 1 failed, 2 bad usage or invalid input, 3 no verdict possible.
public struct Sallyport: ParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "sallyport",
    abstract: "Runs Screen Time extensions on Linux, each in its own process in a kernel sandbox.",
    version: HostVersion.current,
    subcommands: [
      RunCommand.self, FamiliesCommand.self, ImportCommand.self, ReportCommand.self, OverviewCommand.self,
      TraceCommand.self,
      ConsoleCommand.self,
      RequestsCommand.self,
      AnswerCommand.self, PickCommand.self, ItemsCommand.self, ItemCommand.self, ChangesCommand.self, OpenCommand.self,
      CloseCommand.self,
      WindowCommand.self, TapCommand.self, AskCommand.self, AllowCommand.self, RefuseCommand.self, ShieldCommand.self,
      NotificationCommand.self, WidgetsCommand.self, FocusCommand.self, LedgerCommand.self,
      ConsentCommand.self, TokensCommand.self, RevokeCommand.self,
      RemoveCommand.self, PasscodeCommand.self, StateCommand.self, ExplainCommand.self, UndeliveredCommand.self,
      ResendCommand.self, DismissCommand.self, ResetCommand.self,
      BackupCommand.self, RestoreCommand.self, DoctorCommand.self, NewCommand.self, SDKCommand.self, AdoptCommand.self,
      CallCommand.self, CheckCommand.self, AuditCommand.self, SimulateCommand.self,
    ])

  public init() {}

  /// Parses the arguments, runs the command, and exits with its status.
  public static func main() {
    StandardStream.prepare()
    var status: Int32 = 0
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let failure = CommandFailure(error, arguments: Array(CommandLine.arguments.dropFirst()))
      // Help and version were requested, so they are results.
      if failure.status == 0 {
        Terminal.show(failure.text)
      } else if !failure.lines.isEmpty {
        Terminal.complain(failure.text)
      }
      status = failure.status
    }
    Foundation.exit(Terminal.status(after: status))
  }
}
