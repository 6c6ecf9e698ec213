// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
  /// Adds placed widgets with the trees of their timelines, and what a Focus decided about a notification.
  static func addWidgetsAndFocus(_ database: Database) throws { try database.execute(sql: widgets) }

  private static let widgets = """
    -- A placed widget; `body` is its timeline without trees, and its reloads, as canonical JSON.
    CREATE TABLE widget (id TEXT PRIMARY KEY, family TEXT NOT NULL, kind TEXT NOT NULL, size TEXT NOT NULL,
      place INTEGER NOT NULL, parameters BLOB NOT NULL, placedAt INTEGER NOT NULL, body BLOB NOT NULL)
      WITHOUT ROWID, STRICT;

    -- The drawings of timelines and of placeholders. `owner` is a widget's id, or names a kind's placeholder.
    CREATE TABLE widgetTree (owner TEXT NOT NULL, generation INTEGER NOT NULL, number INTEGER NOT NULL,
      variant TEXT NOT NULL, tree BLOB NOT NULL, PRIMARY KEY (owner, generation, number, variant))
      WITHOUT ROWID, STRICT;

    ALTER TABLE pendingNotification ADD COLUMN heldUntil INTEGER;
    ALTER TABLE listedNotification ADD COLUMN isSilenced INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE listedNotification ADD COLUMN reason TEXT NOT NULL DEFAULT 'notification.noFocus';
    """
}
