"""Prints the flags that the official SDK of PostHog evaluates in its own process, as JSON.

Arguments: the address, the key for events, the key for definitions, and the properties of the user and the company as JSON.
"""

import json
import sys

from posthog import Posthog

url, page, secret, properties = sys.argv[1:]
known = json.loads(properties)
posthog = Posthog(page, host=url, personal_api_key=secret, poll_interval=3600)
posthog.load_feature_flags()
print(
    json.dumps(
        posthog.get_all_flags_and_payloads(
            "ann",
            groups={"company": "acme"},
            person_properties=known,
            group_properties={"company": known},
            only_evaluate_locally=True,
        )
    )
)
posthog.shutdown()
