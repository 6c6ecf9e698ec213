// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
  /// Moves notifications out of the rows of their families. The first version showed each notification at once, so none
  /// of its rows is pending.
  static func separateNotifications(_ database: Database) throws {
    try database.execute(sql: notifications)
    try database.execute(
      sql: """
        UPDATE state SET body = CAST(json_remove(CAST(body AS TEXT), '$.notifications') AS BLOB) WHERE kind = 'family'
        """)
  }

  private static let notifications = """
    -- What waits for its trigger, and when it is due.
    CREATE TABLE pendingNotification (family TEXT NOT NULL, name TEXT NOT NULL, dueAt INTEGER NOT NULL,
      body BLOB NOT NULL, PRIMARY KEY (family, name)) WITHOUT ROWID, STRICT;

    -- What was shown and is neither answered nor cleared. isAnnounced: the command to show it is known to be carried out.
    CREATE TABLE listedNotification (family TEXT NOT NULL, number INTEGER NOT NULL, dueAt INTEGER NOT NULL,
      firedAt INTEGER NOT NULL, isAnnounced INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (family, number)) WITHOUT ROWID, STRICT;

    -- Each family's badge and the number of its newest notification.
    CREATE TABLE badge (family TEXT PRIMARY KEY, count INTEGER NOT NULL, lastNumber INTEGER NOT NULL)
      WITHOUT ROWID, STRICT;
    """
}
