// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The first argument that stands in the place of a command and is not one.
struct MistypedCommand {
  var word: String
  /// The parent commands, as typed.
  var parent: String
  /// The command with the most similar name.
  var suggestion: String?

  /// - Parameter arguments: the arguments after the program's name.
  init?(arguments: [String]) {
    var command: any ParsableCommand.Type = Sallyport.self
    var path = [command._commandName]
    for argument in arguments {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
      if let next = subcommands.first(where: { Self.names(of: $0).contains(argument) }) {
        command = next
        path.append(argument)
        continue
      }
      let names = subcommands.filter { $0.configuration.shouldDisplay }.flatMap { Self.names(of: $0) }
      let suggestion = Self.nearest(to: argument, among: names)
      // The arguments of a default command are not mistyped commands, unless they look like one.
      if suggestion == nil, command.configuration.defaultSubcommand != nil { return nil }
      self.init(word: argument, parent: path.joined(separator: " "), suggestion: suggestion)
      return
    }
    return nil
  }

  private init(word: String, parent: String, suggestion: String?) {
    self.word = word
    self.parent = parent
    self.suggestion = suggestion
  }

  var sentence: String {
    "“\(word)” is not a command of \(parent). "
      + (suggestion.map { "Did you mean “\($0)”?" } ?? "See: \(parent) --help")
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  /// The name that begins with `word` or else the one that differs by the fewest typing errors, at most a third of its
  /// letters.
  private static func nearest(to word: String, among names: [String]) -> String? {
    if word.count > 1, let longer = names.first(where: { $0.hasPrefix(word) }) { return longer }
    let ranked = names.map { (name: $0, errors: errors(between: Array(word), and: Array($0))) }
    guard let best = ranked.min(by: { $0.errors < $1.errors }), best.errors <= max(1, best.name.count / 3) else {
      return nil
    }
    return best.name
  }

  /// The number of letters that are missing, surplus, wrong or swapped with a neighbour. Stops early for a long
  /// argument, because names are short.
  private static func errors(between word: [Character], and name: [Character]) -> Int {
    guard abs(word.count - name.count) < name.count else { return name.count }
    var rows = [Array(0...name.count)]
    for (row, letter) in word.enumerated() {
      var next = [row + 1]
      for (column, other) in name.enumerated() {
        var least = min(rows[row][column + 1], next[column]) + 1
        least = min(least, rows[row][column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == name[column - 1], word[row - 1] == other {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[word.count][name.count]
  }
}
