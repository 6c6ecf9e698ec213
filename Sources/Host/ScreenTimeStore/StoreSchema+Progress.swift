// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
  /// Moves values that change with time and use from the rows of the state into columns.
  static func separateProgress(_ database: Database) throws {
    try database.execute(sql: progress)
    try database.execute(sql: progressOfFirstVersion)
  }

  private static let progress = """
    -- The rules' clock, and the foreground at that time: both change with every sample.
    CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), now INTEGER NOT NULL, app TEXT, web TEXT,
      isInUse INTEGER NOT NULL, presenceKnown INTEGER NOT NULL) STRICT;

    -- The number of each family's last delivery.
    CREATE TABLE sequence (family TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID, STRICT;

    -- The progress of each activity: its running interval, the next, the last; the delivered starts, newest last.
    CREATE TABLE progress (family TEXT NOT NULL, activity TEXT NOT NULL,
      start INTEGER, finish INTEGER, isOpen INTEGER NOT NULL, isEndWarned INTEGER NOT NULL,
      nextStart INTEGER, nextFinish INTEGER, isStartWarned INTEGER NOT NULL,
      lastStart INTEGER, lastFinish INTEGER, isFinished INTEGER NOT NULL,
      settledStarts TEXT NOT NULL, warnedStart INTEGER, nextBoundary INTEGER NOT NULL,
      PRIMARY KEY (family, activity)) WITHOUT ROWID, STRICT;

    -- The count of each meter of an activity, and how many of its levels were delivered.
    CREATE TABLE meter (family TEXT NOT NULL, activity TEXT NOT NULL, meter INTEGER NOT NULL,
      countsFrom INTEGER NOT NULL, counted INTEGER NOT NULL, nextLevel INTEGER NOT NULL,
      PRIMARY KEY (family, activity, meter)) WITHOUT ROWID, STRICT;
    """

  /// Migrates the numbers from the JSON of the rows, and the meters from that of the running interval.
  private static let progressOfFirstVersion = """
    INSERT INTO clock SELECT 1, body ->> '$.now', body ->> '$.front.app.id', body ->> '$.front.web.id',
        body ->> '$.front.isInUse', body ->> '$.front.presenceKnown'
      FROM (SELECT CAST(body AS TEXT) AS body FROM state WHERE kind = 'device');

    INSERT INTO sequence SELECT family, CAST(body AS TEXT) ->> '$.sequence' FROM state WHERE kind = 'family';

    INSERT INTO progress SELECT family, name, body ->> '$.current.span.start', body ->> '$.current.span.end',
        coalesce(body ->> '$.current.isOpen', 0), coalesce(body ->> '$.current.isEndWarningDelivered', 0),
        body ->> '$.next.span.start', body ->> '$.next.span.end', coalesce(body ->> '$.next.isStartWarningDelivered', 0),
        body ->> '$.lastSpan.start', body ->> '$.lastSpan.end', body ->> '$.isFinished', body -> '$.settledStarts',
        body ->> '$.warnedStart', body ->> '$.nextBoundary'
      FROM (SELECT family, name, CAST(body AS TEXT) AS body FROM state WHERE kind = 'activity');

    INSERT INTO meter SELECT family, name, meter.key, meter.value ->> '$.countsFrom', meter.value ->> '$.counted',
        meter.value ->> '$.nextLevel'
      FROM state, json_each(CAST(body AS TEXT), '$.current.meters') AS meter WHERE kind = 'activity';

    UPDATE state SET body = CAST(json_set(CAST(body AS TEXT), '$.meters',
        json(coalesce(CAST(body AS TEXT) -> '$.current.meters', '[]'))) AS BLOB)
      WHERE kind = 'activity';
    """
}
