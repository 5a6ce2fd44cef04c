/**
 * The beginnings of the keys of attributes that instrumentations of AI work set: the conventions of OpenTelemetry, OpenInference,
 * Traceloop, Langfuse, the Model Context Protocol, the AI SDK, and the ID by which an application groups the spans of a run. `ai.` alone
 * is common in attributes of applications, so it counts before the names of the AI SDK only.
 */
export const AI_KEY_PREFIXES = [
  'gen_ai.',
  'openinference.',
  'llm.',
  'traceloop.',
  'langfuse.',
  'mcp.method.',
  'agent.run.',
  'ai.operationId',
  'ai.model.',
  'ai.usage.',
  'ai.prompt',
  'ai.response.',
  'ai.toolCall',
  'ai.telemetry.',
  'ai.settings.',
  'ai.stream.',
  'ai.embedding',
  'ai.value',
] as const;

/** Characters of a key that decide. */
export const AI_KEY_LENGTH = Math.max(...AI_KEY_PREFIXES.map(({ length }) => length));

/** Whether a span with an attribute of this key is a part of AI work. */
export function isAiKey(key: string): boolean {
  return AI_KEY_PREFIXES.some((prefix) => key.startsWith(prefix));
}
