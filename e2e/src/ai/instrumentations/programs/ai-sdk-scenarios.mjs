import { z } from 'zod';

/** The scenarios of the AI SDK, which both of its major versions run with their own functions and options of telemetry. */
export function aiSdkScenarios({ openai, anthropic, sdk, telemetry }) {
  const { generateText, streamText, embed, tool, stepCountIs } = sdk;
  const options = { ...telemetry, maxRetries: 0 };
  const tools = {
    get_weather: tool({ inputSchema: z.object({ city: z.string() }), execute: async () => ({ celsius: 4 }) }),
  };
  const stopWhen = stepCountIs(3);
  const drain = async (result) => {
    for await (const _part of result.fullStream);
  };
  return [
    () => generateText({ ...options, model: openai.chat('gpt-4o'), prompt: 'Weather? [weather]', tools, stopWhen }),
    () =>
      drain(
        streamText({
          ...options,
          model: anthropic('claude-sonnet-4-5'),
          prompt: 'Weather? [weather]',
          tools,
          stopWhen,
        }),
      ),
    () => generateText({ ...options, model: openai('gpt-4o'), prompt: 'Hello' }),
    () => embed({ ...options, model: openai.embedding('text-embedding-3-small'), value: 'Hello' }),
    () => generateText({ ...options, model: openai.chat('gpt-4o'), prompt: '[limit]' }),
    () => drain(streamText({ ...options, model: openai.chat('gpt-4o'), prompt: '[cut]', onError: () => {} })),
    () =>
      generateText({
        ...options,
        model: openai.chat('gpt-4o'),
        prompt: '[stall]',
        abortSignal: globalThis.AbortSignal.timeout(100),
      }),
  ];
}
