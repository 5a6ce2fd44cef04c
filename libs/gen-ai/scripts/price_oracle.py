"""Prices calls with genai-prices in decimal arithmetic: reads {providers, calls} as JSON, and writes one cost a call."""

import json
import sys
from datetime import datetime, timezone
from decimal import ROUND_HALF_EVEN, Decimal, getcontext

from genai_prices import Usage, calc_price
from genai_prices.data_snapshot import DataSnapshot, set_custom_snapshot
from genai_prices.types import _providers_from_raw

getcontext().prec = 60
given = json.load(sys.stdin, parse_float=Decimal)
set_custom_snapshot(DataSnapshot(providers=_providers_from_raw(given["providers"]), from_auto_update=False))

costs = []
for provider, model, instant, usage in given["calls"]:
    result = calc_price(
        Usage(**usage),
        model,
        provider_id=provider,
        genai_request_timestamp=datetime.fromtimestamp(instant / 1000, timezone.utc),
    )
    costs.append(format(result.total_price.quantize(Decimal("1e-12"), rounding=ROUND_HALF_EVEN), "f"))
json.dump(costs, sys.stdout)
