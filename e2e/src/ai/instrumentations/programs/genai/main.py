import anthropic
import openai
from client_scenarios import anthropic_scenarios, openai_scenarios
from opentelemetry.instrumentation.genai.anthropic import AnthropicInstrumentor
from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor
from tracing import run_all, start_tracing

start_tracing()
OpenAIInstrumentor().instrument()
AnthropicInstrumentor().instrument()
run_all(openai_scenarios(openai.OpenAI(max_retries=0)) + anthropic_scenarios(anthropic.Anthropic(max_retries=0)))
