// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
  /// What moves with time and use leaves the rows of the state, and is numbers in columns from here on.
  static func separateProgress(_ database: Database) throws {
    try database.execute(sql: progress)
    try database.execute(sql: progressOfFirstVersion)
  }

  private static let progress = """
    -- The rules' clock, and what was in front when it stood there: both move with every sample.
    CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), now INTEGER NOT NULL, app TEXT, web TEXT,
      isInUse INTEGER NOT NULL, presenceKnown INTEGER NOT NULL) STRICT;

    -- The number of each family's last delivery.
    CREATE TABLE sequence (family TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID, STRICT;

    -- Where each activity stands: its running interval, the next, the last; the starts that were told, newest last.
    CREATE TABLE progress (family TEXT NOT NULL, activity TEXT NOT NULL,
      start INTEGER, finish INTEGER, isOpen INTEGER NOT NULL, isEndWarned INTEGER NOT NULL,
      nextStart INTEGER, nextFinish INTEGER, isStartWarned INTEGER NOT NULL,
      lastStart INTEGER, lastFinish INTEGER, isFinished INTEGER NOT NULL,
      settledStarts TEXT NOT NULL, warnedStart INTEGER, nextBoundary INTEGER NOT NULL,
      PRIMARY KEY (family, activity)) WITHOUT ROWID, STRICT;

    -- What each meter of an activity has counted, and how many of its levels were told.
    CREATE TABLE meter (family TEXT NOT NULL, activity TEXT NOT NULL, meter INTEGER NOT NULL,
      countsFrom INTEGER NOT NULL, counted INTEGER NOT NULL, nextLevel INTEGER NOT NULL,
      PRIMARY KEY (family, activity, meter)) WITHOUT ROWID, STRICT;
    """

  /// The numbers stood in the JSON of the rows, and the meters in that of the running interval.
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
