import openai
from client_scenarios import openai_scenarios
from openinference.instrumentation import using_attributes
from openinference.instrumentation.openai import OpenAIInstrumentor
from tracing import run_all, start_tracing

provider = start_tracing()
OpenAIInstrumentor().instrument(tracer_provider=provider)
with using_attributes(session_id="s-1", user_id="u-1"):
    run_all(openai_scenarios(openai.OpenAI(max_retries=0)))
