import os

from openai import AsyncOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from tracing import run_all, start_tracing

provider = start_tracing()
client = AsyncOpenAI(max_retries=0)
model = OpenAIChatModel("gpt-4o", provider=OpenAIProvider(openai_client=client))
Agent.instrument_all(InstrumentationSettings(tracer_provider=provider))
agent = Agent(model, name="support")


@agent.tool_plain
def get_weather(city: str) -> dict:
    return {"celsius": 4}


run_all([lambda: agent.run_sync("Weather? [weather]"), lambda: agent.run_sync("[limit]"), lambda: agent.run_sync("[broken]")])
