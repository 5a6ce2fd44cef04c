const MODEL = 'gpt-4o-2024-08-06';
const USAGE = {
  prompt_tokens: 1200,
  completion_tokens: 30,
  total_tokens: 1230,
  prompt_tokens_details: { cached_tokens: 1024, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 10, audio_tokens: 0 },
};
/** The answer of a model that was asked to judge. */
const VERDICT = '{"label":"good","value":0.9,"explanation":"It greets."}';
/** The answer of a model that was asked to reword a question. */
const REWRITE = '{"question":"error logs"}';
const CALL = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } };

const toJson = ([{ content }]) => (/reword a question/.test(content) ? REWRITE : VERDICT);

/** Answers `POST /v1/chat/completions`. Calls the tool until the messages have its result. */
export function openaiChat({ messages, response_format: format, stream, stream_options: options, tools }, behaviour) {
  const calls = behaviour === 'weather' && tools && !messages.some(({ role }) => role === 'tool');
  const head = { id: calls ? 'chatcmpl-1' : 'chatcmpl-2', created: 1790000000, model: MODEL, service_tier: 'default' };
  const reason = calls ? 'tool_calls' : 'stop';
  if (!stream) {
    const message = {
      role: 'assistant',
      content: calls ? null : format?.type === 'json_object' ? toJson(messages) : 'Hello there.',
      refusal: null,
      ...(calls && { tool_calls: [CALL] }),
    };
    const choices = [{ index: 0, message, finish_reason: reason, logprobs: null }];
    return { json: { ...head, object: 'chat.completion', choices, usage: USAGE } };
  }
  const chunk = (delta, finish = null) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(options?.include_usage && { usage: null }),
  });
  const parts = calls ? [{ tool_calls: [{ index: 0, ...CALL }] }] : [{ content: 'Hello' }, { content: ' there.' }];
  const usage = options?.include_usage ? [{ ...chunk({}), choices: [], usage: USAGE }] : [];
  const deltas = [{ role: 'assistant', content: '' }, ...parts];
  return { events: [...deltas.map((delta) => chunk(delta)), chunk({}, reason), ...usage, '[DONE]'] };
}
