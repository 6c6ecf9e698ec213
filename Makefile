# The two commands of the README are `make demo` and `make test`; both install what is missing, build, and run.

SWIFT ?= swift
EXTENSIONS := Homework HomeworkAction HomeworkMonitor HomeworkShield Worklog WorklogMonitor WorklogReport WorklogShield
# Extensions are static executables: they start several times faster and need no right on a runtime inside the wall.
EXTENSION_FLAGS := -c release --scratch-path .build-extensions --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s
SOURCES := Sources Tests Extensions Benchmarks/Sources Package.swift

.PHONY: demo test torture mutants privacy check fmt rules attack bench fuzz dependencies host extensions clean

demo: host extensions
	scripts/demo

test: dependencies check extensions
	SWIFT="$(SWIFT)" scripts/test

# Kills the host 2,000 times over a simulated month; `make test` takes a slice of it.
torture: host
	SALLYPORT_TORTURE=2000 SALLYPORT_PROGRAM=$(CURDIR)/.build/release/sallyport $(SWIFT) test --filter TortureTests

check:
	$(SWIFT) format lint --strict --recursive $(SOURCES)

fmt:
	$(SWIFT) format --in-place --recursive $(SOURCES)

# docs/rules.md: which test proves which rule.
rules:
	SALLYPORT_UPDATE_RULES=1 $(SWIFT) test --filter RepositoryTests.RuleTests

attack: host
	.build/release/sallyport check --sandbox

bench: host extensions
	$(SWIFT) run -c release --package-path Benchmarks --scratch-path .build-benchmarks

# Every deliberate fault of Tests/Mutants has to be found by the simulation or by a test.
mutants: dependencies extensions
	Tests/Mutants/run

# The table of leaks with what became of each, two worlds of the host, false flags; then every host mutant.
privacy: host
	$(SWIFT) build -c release --product privacy-trials
	$(SWIFT) build -c release --product sallyport-leak
	.build/release/privacy-trials --host 240
	Tests/HostMutants/run

fuzz: dependencies
	Fuzzing/run 60

host: dependencies
	$(SWIFT) build -c release --product sallyport
	$(SWIFT) build -c release --product sallyport-launch
	$(SWIFT) build -c release --product sallyport-canary
	$(SWIFT) build -c release --product sallyport-attack

extensions: dependencies
	@scripts/build-extensions $(EXTENSION_FLAGS) -- $(EXTENSIONS)

dependencies:
	@scripts/install-dependencies

clean:
	rm -rf .build .build-extensions .build-benchmarks out
