"""Sends the events of one user with the official SDKs of PostHog and Segment.

Arguments: the address, the key, the ID of the user, and whether to compress.
"""

import sys

from posthog import Posthog
from segment.analytics.client import Client as Segment

url, key, user, compression = sys.argv[1:]
is_compressed = compression == "gzip"
problems = []

posthog = Posthog(key, host=url, gzip=is_compressed, on_error=lambda error, _: problems.append(str(error)))
posthog.set(distinct_id=user, properties={"plan": "team"})
posthog.set_once(distinct_id=user, properties={"source": "ad", "plan": "first"})
posthog.capture("paid", distinct_id=user, properties={"amount": 42, "$set": {"seat": 1}, "$set_once": {"seat": 2}})
posthog.group_identify("company", f"acme-{user}", {"seats": 5}, distinct_id=user)
posthog.alias(previous_id=f"posthog-{user}", distinct_id=user)
posthog.shutdown()

segment = Segment(key, host=url, gzip=is_compressed, on_error=lambda error, _: problems.append(str(error)))
segment.identify(user, {"city": "Paris"})
segment.track(user, "opened", {"path": "/"})
segment.page(user, name="Home")
segment.alias(f"segment-{user}", user)
segment.shutdown()

if problems:
    sys.exit("\n".join(problems))
