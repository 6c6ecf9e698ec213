// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ScreenTimeRules

extension StoreSchema {
  /// Stores use by number instead of by name, and adds roll-ups. An older store did not record the category of each
  /// item at the time (E2), so its use counts as Other.
  static func rollUpUse(_ database: Database) throws {
    let old = try Row.fetchAll(
      database, sql: "SELECT start, finish, app, web, isPresent, presenceKnown FROM usage ORDER BY seq"
    ).map { row in
      UseSpan(
        start: Timestamp(milliseconds: row[0]), end: Timestamp(milliseconds: row[1]),
        app: (row[2] as String?).map(Item.application), web: (row[3] as String?).map(Item.webDomain),
        isPresent: row[4], presenceKnown: row[5])
    }
    try database.execute(sql: usageByNumber)
    guard !old.isEmpty else { return }
    // The person's time zone is unknown here. Recording the next use sets it and recomputes the days.
    try StoreTransaction(database, usage: UsageMemory()).recordUse(old, in: "GMT")
  }

  private static let usageByNumber = """
    DROP TABLE usage;

    -- The foregrounds with their categories at the time: few, so rows of use refer to them by number.
    CREATE TABLE front (id INTEGER PRIMARY KEY, app TEXT, appCategory TEXT, web TEXT, webCategory TEXT,
      isPresent INTEGER NOT NULL, presenceKnown INTEGER NOT NULL) STRICT;
    CREATE INDEX frontByItems ON front (app, web);

    -- Use as the rules counted it: one ledger for limits and reports (LIVE-USE7). Numbered, not keyed by time: after the
    -- clock was set back two spans at one wall time are both real (LIVE-CLK4).
    CREATE TABLE usage (seq INTEGER PRIMARY KEY, start INTEGER NOT NULL, finish INTEGER NOT NULL,
      front INTEGER NOT NULL) STRICT;
    CREATE INDEX usageByEnd ON usage (finish);

    -- The sums per quarter hour, of which every zone's hours consist, and per local day of the person.
    CREATE TABLE useByQuarter (quarter INTEGER NOT NULL, front INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
      PRIMARY KEY (quarter, front)) WITHOUT ROWID, STRICT;
    CREATE TABLE useByDay (day INTEGER NOT NULL, front INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
      PRIMARY KEY (day, front)) WITHOUT ROWID, STRICT;
    CREATE TABLE useByDayAndCategory (day INTEGER NOT NULL, category TEXT NOT NULL, milliseconds INTEGER NOT NULL,
      PRIMARY KEY (day, category)) WITHOUT ROWID, STRICT;

    -- Uninterrupted use of the device since a pickup; `front` is the first one with an application (R10).
    CREATE TABLE run (seq INTEGER PRIMARY KEY, start INTEGER NOT NULL, finish INTEGER NOT NULL, front INTEGER,
      goesOn INTEGER NOT NULL) STRICT;
    CREATE INDEX runByEnd ON run (finish);
    """
}
