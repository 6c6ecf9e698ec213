# Copyright the Sallyport authors.
# SPDX-License-Identifier: Apache-2.0
"""Times ActivityWatch's aw-core: activitywatch.py heartbeat|query EVENTS.tsv STORE; prints nanoseconds per event."""

import sys
import time
from datetime import datetime, timedelta, timezone

from aw_core.models import Event
from aw_datastore import Datastore
from aw_datastore.storages import PeeweeStorage
from aw_query import query
from aw_transform import heartbeat_merge


def read(path):
    with open(path) as lines:
        for line in lines:
            start, end, app = line.rstrip("\n").split("\t")
            begin = datetime.fromtimestamp(int(start) / 1000, timezone.utc)
            length = timedelta(milliseconds=int(end) - int(start))
            yield Event(timestamp=begin, duration=length, data={"app": app})


what, source, store = sys.argv[1:]
events = list(read(source))
datastore = Datastore(lambda **kwargs: PeeweeStorage(filepath=store, **kwargs), testing=True)
bucket = datastore.create_bucket("b", type="currentwindow", client="b", hostname="h", created=events[0].timestamp)
bucket = datastore["b"]
if what == "heartbeat":
    # As aw-server does for each heartbeat, including its cache of the last event.
    last = None
    began = time.perf_counter()
    for event in events:
        merged = heartbeat_merge(last, event, 5.0) if last else None
        if merged:
            bucket.replace_last(merged)
            last = merged
        else:
            last = bucket.insert(event) or event
    taken = time.perf_counter() - began
else:
    for start in range(0, len(events), 500):
        bucket.insert(events[start : start + 500])
    began = time.perf_counter()
    query(
        "q",
        'events = query_bucket("b"); RETURN = merge_events_by_keys(events, ["app"]);',
        events[0].timestamp,
        events[-1].timestamp + timedelta(days=1),
        datastore,
    )
    taken = time.perf_counter() - began
print(taken * 1e9 / len(events))
