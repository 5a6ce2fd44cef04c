import os
import tempfile

import openai
import openlit
from client_scenarios import openai_scenarios
from tracing import run_all, start_tracing

start_tracing()
# The prices of its own are read from the network, unless a file is given.
with tempfile.NamedTemporaryFile("w", suffix=".json") as prices:
    prices.write('{"chat": {"gpt-4o": {"promptPrice": 0.0025, "completionPrice": 0.01}}, "embeddings": {}}')
    prices.flush()
    openlit.init(
        application_name="shop",
        environment="test",
        otlp_endpoint=os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"],
        pricing_json=prices.name,
        disable_metrics=True,
        disable_events=True,
        disable_batch=True,
    )
    run_all(openai_scenarios(openai.OpenAI(max_retries=0)))
