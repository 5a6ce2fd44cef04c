"""The scenarios of the clients of the providers."""
PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": PARAMETERS}}]
ANTHROPIC_TOOLS = [{"name": "get_weather", "input_schema": PARAMETERS}]
STREAMING = {"stream": True, "stream_options": {"include_usage": True}}


def drain(stream):
    for _chunk in stream:
        pass


def openai_scenarios(client):
    def chat(content, **more):
        return client.chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": content}], **more)

    return [
        lambda: chat("Weather? [weather]", tools=TOOLS),
        lambda: drain(chat("Hello", **STREAMING)),
        lambda: client.responses.create(model="gpt-4o", input="Hello"),
        lambda: client.embeddings.create(model="text-embedding-3-small", input="Hello"),
        lambda: chat("[limit]"),
        lambda: chat("[broken]"),
        lambda: drain(chat("[cut]", **STREAMING)),
        lambda: chat("[stall]", timeout=0.1),
    ]


def anthropic_scenarios(client):
    def create(content, **more):
        messages = [{"role": "user", "content": content}]
        return client.messages.create(model="claude-sonnet-4-5", max_tokens=100, messages=messages, **more)

    return [
        lambda: create("Weather? [weather]", tools=ANTHROPIC_TOOLS),
        lambda: drain(create("Hello", stream=True)),
        lambda: create("[limit]"),
    ]
