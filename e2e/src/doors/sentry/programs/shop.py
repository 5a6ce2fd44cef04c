"""Fails within a transaction that it logs in, with the official SDK, and prints the ID of the trace: `shop.py <DSN> <release>`."""

import sys

import sentry_sdk
from sentry_sdk import logger


class Declined(Exception):
    pass


def charge(order):
    raise Declined(f"card of order {order} was declined")


dsn, release = sys.argv[1:]
sentry_sdk.init(dsn=dsn, release=release, environment="e2e", traces_sample_rate=1.0, enable_logs=True)
sentry_sdk.set_tag("area", "checkout")
sentry_sdk.set_user({"id": "ada"})
with sentry_sdk.start_transaction(op="http.server", name="GET /cart") as transaction:
    with sentry_sdk.start_span(op="db", name="SELECT * FROM cart") as span:
        span.set_data("db.system.name", "postgresql")
        span.set_data("db.collection.name", "cart")
        logger.warning("cart is empty", attributes={"items": 0})
        try:
            charge(7)
        except Declined:
            sentry_sdk.capture_exception()
    print(transaction.trace_id)
sentry_sdk.flush(20)
