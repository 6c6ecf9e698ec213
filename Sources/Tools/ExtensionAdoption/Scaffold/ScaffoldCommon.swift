// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests

/// The files of a new family that do not depend on what its programs do: manifest, answers, Makefile, tests and CI.
struct ScaffoldCommon {
  let family: String
  let points: [ExtensionPoint]
  let language: ScaffoldLanguage

  /// The family's name as a type's: `ScreenRest`.
  var base: String {
    family.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  var files: [ScaffoldFile] {
    var files = [
      ScaffoldFile("Makefile", makefile), ScaffoldFile("README.md", readme), ScaffoldFile(".gitignore", ignored),
      ScaffoldFile("manifests/\(family).json", manifest),
      ScaffoldFile(ManifestSchema.path, ManifestSchema.text),
      ScaffoldFile(".github/workflows/test.yml", workflow),
    ]
    if points.contains(.app) { files.append(ScaffoldFile("answers.json", answers)) }
    if let callback { files.append(ScaffoldFile("tests/callback", test(of: callback), isExecutable: true)) }
    return files
  }

  private func id(_ point: ExtensionPoint) -> String { "\(family).\(PreparedExtension.standardName(point))" }

  private func executable(_ point: ExtensionPoint) -> String {
    guard let sample = language.sample else { return base + ScaffoldSources.suffix(of: point) }
    return language.isScript ? sample : "family"
  }

  private var ignored: String {
    switch language {
    case .swift: ".build\n.sdk\nout\nstate\n"
    case .c, .go: "build\nout\nstate\n"
    case .python, .sh: "out\nstate\n"
    }
  }

  // MARK: - Manifest

  private var manifest: String {
    let bundle =
      switch language {
      case .swift: "../.build/release"
      case .python, .sh: "../extensions"
      case .c, .go: "../build"
      }
    let app = points.contains(.app) ? "  \"app\": { \(members(of: .app)) },\n" : ""
    let extensions = points.filter { $0 != .app }.map { point in
      "    { \"name\": \"\(PreparedExtension.standardName(point))\", \"point\": \"\(point.rawValue)\", \(members(of: point)) }"
    }
    return """
      {
        "$schema": "schema/family-1.json",
        "manifest": 1,
        "family": "\(family)",
        "displayName": "\(base)",
        "version": "1.0",
        "developer": { "name": "Your name" },
        "groups": ["group.\(family)"],
        "bundle": "\(bundle)",
      \(app)  "extensions": [
      \(extensions.joined(separator: ",\n"))
        ]
      }

      """
  }

  private func members(of point: ExtensionPoint) -> String {
    var members = ["\"executable\": \"\(executable(point))\""]
    if let interpreter = language.interpreter { members.append("\"interpreter\": \"\(interpreter)\"") }
    if language == .sh { members.append("\"wire\": \"stdio\"") }
    if point.isSealed, language.isScript || language == .swift { members.append("\"fitting\": \"files\"") }
    if point == .app {
      members.append("\"requests\": [\"authorization\", \"monitoring\"]")
    } else if point.mayHaveEffects {
      members.append("\"requests\": [\"settings\"]")
    }
    return members.joined(separator: ", ")
  }

  private var answers: String { "{ \"\(family)\": { \"authorize\": \"approved\" } }\n" }

  // MARK: - Make, tests, CI

  /// The callback that the test performs, and what its answer has to contain.
  private var callback: (point: ExtensionPoint, name: String, part: String)? {
    let known: [(ExtensionPoint, String, String)] = [
      (.monitor, "eventDidReachThreshold", "shield.applicationCategories = all"),
      (.shieldConfiguration, "configuration", "can wait"), (.shieldAction, "handle", "response"),
      (.report, "makeReport", "view"), (.widget, "widget.describe", "limit"),
      (.focusFilter, "focus.describe", "TopicFilter"),
    ]
    return known.first { points.contains($0.0) }
  }

  private func test(of callback: (point: ExtensionPoint, name: String, part: String)) -> String {
    """
    #!/bin/sh
    # Performs one callback in the sandbox, with sample data, and looks at the answer.
    answer=$("${SALLYPORT:-sallyport}" call \(id(callback.point)) \(callback.name) --manifests manifests --format json) || exit 1
    case $answer in
      *"\(callback.part)"*) echo "\(callback.name): ok" ;;
      *)
        echo "\(callback.name): the answer does not contain “\(callback.part)”:" >&2
        echo "$answer" >&2
        exit 1
        ;;
    esac

    """
  }

  private var makefile: String {
    let ids = points.map(id).joined(separator: " ")
    let programs = points.map { ".build/release/" + executable($0) }.joined(separator: " ")
    let hasApp = points.contains(.app)
    let build =
      switch language {
      case .swift:
        """
        build: sdk
        \tswift build $(FLAGS)

        # The SDK that all families of this machine share; it is compiled first if necessary. After an update of Sallyport
        # or Swift it is another one, and everything is built again. Another form of the same SDK is only linked again.
        sdk:
        \t@sdk="$$("$(SALLYPORT)" sdk --compiled --quiet $(KIND))" || exit 1; old="$$(readlink .sdk)"; \\
        \tif [ "$$(dirname "$$sdk")" != "$$(dirname "$$old")" ]; then rm -rf .build; \\
        \telif [ "$$sdk" != "$$old" ]; then rm -f \(programs); fi; \\
        \tln -sfn "$$sdk" .sdk
        """
      case .c, .go:
        """
        build:
        \tmkdir -p build
        \(language.buildLines.map { "\t" + $0 }.joined(separator: "\n"))
        """
      case .python, .sh: "build:"
      }
    let flags =
      language == .swift
      ? """
      # STATIC=1 makes programs that contain the Swift runtime: 60 MB each, but they start sooner, and where the machine
      # lacks namespaces they need no files.
      FLAGS := -c release -Xlinker -s
      ifdef STATIC
      FLAGS += --static-swift-stdlib -Xswiftc -static-executable
      KIND := --static
      endif

      """ : ""
    let unit = language == .swift ? "\tswift test\n" : ""
    let perform = callback == nil ? "" : "\tSALLYPORT=\"$(SALLYPORT)\" tests/callback\n"
    let run =
      hasApp
      ? """
      # A synthetic week in seconds. The answers of the simulated person are in answers.json.
      run: build
      \trm -rf state
      \t"$(SALLYPORT)" run --synthetic-week --manifests manifests --press secondary --state state --output out

      """ : ""
    return """
      \(flags)SALLYPORT ?= sallyport
      # The factor for a host's time limits in `make check`; raise it on a busy machine.
      PATIENCE ?= 1

      .PHONY: build test check\(language == .swift ? " sdk" : "")\(hasApp ? " run" : "")

      \(build)

      \(run)
      test: build
      \(unit)\(perform)
      check: build
      \tfor id in \(ids); do \\
      \t  "$(SALLYPORT)" check $$id --protocol --manifests manifests --patience $(PATIENCE) || exit 1; \\
      \tdone

      """
  }

  private var workflow: String {
    """
    # For a runner with Sallyport on its PATH and \(language.needs).
    name: test
    on: [push, pull_request]
    jobs:
      test:
        runs-on: [self-hosted, linux]
        steps:
          - uses: actions/checkout@v4
          - run: make build
          - run: make test
          - run: make check

    """
  }

  private var readme: String {
    let run = points.contains(.app) ? "    make run      # runs a synthetic week: limits, shields and presses\n" : ""
    return """
      # \(base)

      A family of Screen Time extensions for Sallyport. It needs \(language.needs).

          make          # builds the programs
      \(run)    make test     # performs a callback\(language == .swift ? ", and tests the shared code" : "")
          make check    # checks each program against the wire protocol

      """
  }
}
