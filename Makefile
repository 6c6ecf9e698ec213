# The README uses `make demo` and `make test`. Both install missing packages, build, and run.

SWIFT ?= swift
EXTENSIONS := Chat ChatFocus Homework HomeworkAction HomeworkActions HomeworkMonitor HomeworkShield HomeworkWidget \
  Limits LimitsAction LimitsMonitor LimitsReport LimitsShield Worklog WorklogMonitor WorklogReport WorklogShield
# Extensions are static executables: they start several times faster and need no runtime image in the sandbox.
EXTENSION_FLAGS := -c release --scratch-path .build-extensions --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s
# The installation prefix of `make install`.
PREFIX ?= /usr/local
SOURCES := Sources Tests Extensions Benchmarks/Sources Fuzzing Compatibility Console Mutation Package.swift
# The draw of `make mutants`, which may be several (`SEED=7,8`), and the number of mutants for each.
SEED ?= 1
COUNT ?= 300

.PHONY: demo gallery test tests adopt torture mutants mutants-tests planted-mutants guards privacy host-mutants
.PHONY: privacy-mutants rule-mutants check fmt rules docs symbols
.PHONY: attack bench fuzz fuzz-seeded launches dependencies host console install extensions clean

demo: host extensions
	scripts/demo

# The two builds run in parallel, because neither keeps two cores busy; packages are resolved first.
# Chromium shows the console's pages in its tests.
test: check
	@scripts/install-dependencies chromium
	$(SWIFT) package resolve
	$(MAKE) --jobs=2 extensions tests
	SWIFT="$(SWIFT)" scripts/test

tests: dependencies
	$(SWIFT) build --build-tests

# Kills the host 2,000 times over a simulated month; `make test` runs a part of it.
torture: host
	SALLYPORT_TORTURE=2000 SALLYPORT_PROGRAM=$(CURDIR)/.build/release/sallyport $(SWIFT) test --filter TortureTests

# Adopts and builds every extension folder of Tests/ExtensionAdoptionTests/Templates and checks its conformance.
adopt: dependencies
	SALLYPORT_ADOPT=1 $(SWIFT) test --filter 'AdoptionRunTests|PublishedProjectTests'

check:
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

fmt:
	$(SWIFT) format --in-place --recursive $(SOURCES)

# docs/symbols.md: the declarations of the SDK, and the share of symbols used by published extensions that compiles.
symbols:
	SALLYPORT_UPDATE_SYMBOLS=1 $(SWIFT) test --filter SDKCensusTests

# docs/rules.md: the tests of each rule. docs/ids.md: the other ids. docs/promises.md: where the promises of wire and
# sandbox are carried out. docs/cli.md: the commands. docs/privacy-policy.md: the flow policy as tables. reach.tsv: what
# the policy lets each point learn. docs/schema: the messages of the wire, records of use, recordings and
# the console's calls.
# docs/architecture.svg: the picture of the modules.
rules:
	SALLYPORT_UPDATE_RULES=1 $(SWIFT) test --filter \
	  'RepositoryTests.(Rule|Identifier|Promise|ArchitecturePicture)Tests|PrivacyBoundaryTests.(PolicyPage|RecordedReach)Tests|EnforcementTests|CommandPageTests|(Wire|Sample|Recording|Console)SchemaTests'

# The reference of each SDK module as static pages in out/docs.
docs: dependencies
	SWIFT="$(SWIFT)" scripts/docs

# 10,000 launches of a Foundation program while every core is busy; `make test` runs a part of them.
launches: dependencies
	SALLYPORT_LAUNCHES=10000 $(SWIFT) test --filter BusyLaunchTests

attack: host
	.build/release/sallyport check --sandbox

bench: host extensions
	$(SWIFT) run -c release --package-path Benchmarks --scratch-path .build-benchmarks

# One of each primitive of a view, as a page and as pictures in out/gallery.
gallery: dependencies
	$(SWIFT) run surface-gallery out/gallery

# COUNT faults at places drawn from SEED, in a copy of the tree: the share that tests notice, by module, and every survivor.
# CONTRIBUTING.md explains it. MUTANTS_FLAGS takes further options, for example `--modules rules`.
mutants: dependencies extensions
	$(SWIFT) build --package-path Mutation --scratch-path .build-mutants/tool
	.build-mutants/tool/debug/generated-mutants --seed $(SEED) --count $(COUNT) $(MUTANTS_FLAGS)

# The tests of the tool. `make test` leaves them out, because they build swift-syntax.
mutants-tests: dependencies
	$(SWIFT) test --package-path Mutation --scratch-path .build-mutants/tool

# Every deliberate fault of Tests/Mutants must be found by the simulation or by a test.
planted-mutants: dependencies extensions
	Tests/Mutants/run

# Each guard of the console is taken out, and the test that is named for it must fail.
guards: dependencies extensions
	$(SWIFT) package resolve
	SWIFT="$(SWIFT)" Tests/ConsoleGuards/run

# The table of planted leaks with the outcome of each, three selected leaks, two worlds of the host, false flags.
privacy: dependencies
	$(SWIFT) build -c release --product privacy-trials --static-swift-stdlib
	$(SWIFT) build -c release --product sallyport-launch
	$(SWIFT) build -c release --product sallyport-leak
	.build/release/privacy-trials --host 240

# Every deliberate leak of the host must change a verdict of `make privacy`.
host-mutants: dependencies
	Tests/HostMutants/run

# Runs a test of each rule with a fault that must make it fail, and searches for a fault for rules that have none:
# Tests/Mutants/rules.tsv, which docs/rules.md shows. Takes over an hour.
rule-mutants: dependencies extensions
	$(SWIFT) build --package-path Mutation --scratch-path .build-mutants/tool
	.build-mutants/tool/debug/generated-mutants --modules-file Mutation/rules.txt --rules Tests/Mutants/rules.tsv \
	  --seed $(SEED) --count 900 --limit 25 $(MUTANTS_FLAGS)

# Generated mutants of tokens, delivery grid, seal and ledger.
privacy-mutants: dependencies extensions
	$(SWIFT) build --package-path Mutation --scratch-path .build-mutants/tool
	.build-mutants/tool/debug/generated-mutants --modules-file Mutation/privacy.txt --seed $(SEED) --count $(COUNT) \
	  --limit 60 --budget 600 $(MUTANTS_FLAGS)

# 60 seconds of processor time for each of the six targets in Fuzzing/Targets.
fuzz: dependencies
	Fuzzing/run 60

# Every fault of Fuzzing/Seeded must be found by its fuzzer.
fuzz-seeded: dependencies
	Fuzzing/seeded

# The host contains Swift's libraries, so an installed one needs no toolchain and uses less memory.
host: dependencies
	$(SWIFT) build -c release --product sallyport --static-swift-stdlib
	$(SWIFT) build -c release --product sallyport-launch
	$(SWIFT) build -c release --product sallyport-canary
	$(SWIFT) build -c release --product sallyport-attack

# The console, beside the host's program, which becomes it. A package of its own, so that no other build has an HTTP server.
# The two share a build folder. SwiftPM keeps the plan of the last build there, and may take it for that of another package.
console: host
	$(SWIFT) build -c release --disable-build-manifest-caching --package-path Console --scratch-path .build \
	  --product sallyport-console --static-swift-stdlib
	@rm -f .build/release/description.json

# The programs, their manual pages and completions for bash, zsh and fish.
install: host
	scripts/install .build/release "$(DESTDIR)$(PREFIX)"

extensions: dependencies
	@scripts/build-extensions $(EXTENSION_FLAGS) -- $(EXTENSIONS)

dependencies:
	@scripts/install-dependencies

clean:
	rm -rf .build .build-console .build-docs .build-extensions .build-benchmarks .build-mutants .build-planted-mutants \
	  .build-host-mutants .build-console-guards out
