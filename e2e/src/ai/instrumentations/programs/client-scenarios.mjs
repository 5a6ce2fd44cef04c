const TOOLS = [
  {
    type: 'function',
    function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
];
const ANTHROPIC_TOOLS = [{ name: 'get_weather', input_schema: TOOLS[0].function.parameters }];

async function drain(stream) {
  for await (const _chunk of await stream);
}

/** The scenarios of the clients of the providers. */
export function openaiScenarios(openai) {
  const chat = (content, more = {}, options = {}) =>
    openai.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content }], ...more }, options);
  const streaming = { stream: true, stream_options: { include_usage: true } };
  return [
    () => chat('Weather? [weather]', { tools: TOOLS }),
    () => drain(chat('Hello', streaming)),
    () => openai.responses.create({ model: 'gpt-4o', input: 'Hello' }),
    () => openai.embeddings.create({ model: 'text-embedding-3-small', input: 'Hello' }),
    () => chat('[limit]'),
    () => chat('[broken]'),
    () => drain(chat('[cut]', streaming)),
    () => chat('[stall]', {}, { timeout: 100 }),
  ];
}

export function anthropicScenarios(anthropic) {
  const create = (content, more = {}) =>
    anthropic.messages.create({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content }],
      ...more,
    });
  return [
    () => create('Weather? [weather]', { tools: ANTHROPIC_TOOLS }),
    () => drain(create('Hello', { stream: true })),
    () => create('[limit]'),
  ];
}
