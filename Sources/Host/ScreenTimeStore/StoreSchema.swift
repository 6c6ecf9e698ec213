// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The tables and all migrations to them. A released migration is never edited.
enum StoreSchema {
  /// "SLPT", which distinguishes a Sallyport state file from other databases.
  static let applicationID: Int32 = 0x534C_5054

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: firstVersion)
    }
    migrator.registerMigration("2") { database in
      try database.execute(sql: TransactionCounter.table)
      try rollUpUse(database)
      try separateProgress(database)
      try separateNotifications(database)
      try database.execute(sql: DeliveryAttempt.table)
      try database.execute(sql: LedgerRow.codes)
      try addWidgetsAndFocus(database)
      // Nothing fills it: `LiveFold` merges repeated samples before their use is counted.
      try database.execute(sql: "DROP TABLE sample")
    }
    return migrator
  }

  /// There are no foreign keys between families and the ledger or the journal, whose entries outlast a family.
  private static let firstVersion = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID, STRICT;

    -- The rules' state: one row per entity, canonical JSON, so that only what changed is written.
    CREATE TABLE state (kind TEXT NOT NULL, family TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (kind, family, name)) WITHOUT ROWID, STRICT;

    -- Samples as a source claimed them (LIVE-SMP2): repeating one with a later end replaces it.
    CREATE TABLE sample (stream TEXT NOT NULL, track TEXT NOT NULL, start INTEGER NOT NULL, finish INTEGER NOT NULL,
      identity TEXT NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (stream, track, start)) WITHOUT ROWID, STRICT;
    CREATE INDEX sampleByTime ON sample (finish);

    -- Use as the rules counted it: one ledger for limits and reports (LIVE-USE7). Numbered, not keyed by time: after the
    -- clock was set back two spans at one wall time are both real (LIVE-CLK4).
    CREATE TABLE usage (seq INTEGER PRIMARY KEY AUTOINCREMENT, start INTEGER NOT NULL, finish INTEGER NOT NULL,
      app TEXT, web TEXT, isPresent INTEGER NOT NULL, presenceKnown INTEGER NOT NULL) STRICT;
    CREATE INDEX usageByEnd ON usage (finish);

    CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, family TEXT NOT NULL, point TEXT NOT NULL,
      callback TEXT NOT NULL, sequence INTEGER NOT NULL, dueAt INTEGER NOT NULL, owedAt INTEGER NOT NULL,
      body BLOB NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
      outcome TEXT, reason TEXT, revision INTEGER, settledAt INTEGER) STRICT;
    CREATE INDEX owed ON outbox (id) WHERE outcome IS NULL;
    CREATE INDEX outboxBySequence ON outbox (family, sequence);

    CREATE TABLE audience (family TEXT PRIMARY KEY, person BLOB NOT NULL, fingerprint BLOB NOT NULL, salt BLOB NOT NULL,
      epoch INTEGER NOT NULL, rotatedOn TEXT) WITHOUT ROWID, STRICT;
    CREATE TABLE identity (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, canonical TEXT NOT NULL,
      UNIQUE (kind, canonical)) STRICT;
    CREATE TABLE issuance (seq INTEGER PRIMARY KEY AUTOINCREMENT, family TEXT NOT NULL, epoch INTEGER NOT NULL,
      identity INTEGER NOT NULL REFERENCES identity (id), token BLOB NOT NULL, cause TEXT NOT NULL, reach TEXT NOT NULL,
      day TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0, UNIQUE (family, token)) STRICT;

    -- The person's ledger: entry and salt are deleted after their retention period, the chain stays.
    CREATE TABLE ledger (seq INTEGER PRIMARY KEY, family TEXT, kind TEXT NOT NULL, day TEXT NOT NULL,
      salt BLOB, entry TEXT, inner BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
    CREATE INDEX ledgerByFamily ON ledger (family, seq);

    CREATE TABLE journal (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, family TEXT, extension TEXT,
      before TEXT, after TEXT, reason TEXT NOT NULL, detail TEXT) STRICT;
    CREATE INDEX journalByFamily ON journal (family, seq);
    """
}
