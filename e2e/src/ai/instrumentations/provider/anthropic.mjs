const USAGE = {
  input_tokens: 50,
  cache_creation_input_tokens: 300,
  cache_read_input_tokens: 2000,
  cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
  output_tokens: 25,
  service_tier: 'standard',
};

/** Answers `POST /v1/messages`. Calls the tool until the messages have its result. */
export function anthropicMessage({ messages, stream, tools }, behaviour) {
  const calls = behaviour === 'weather' && tools && !JSON.stringify(messages).includes('"tool_result"');
  const input = { city: 'Oslo' };
  const block = calls
    ? { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input }
    : { type: 'text', text: 'Hello there.' };
  const stop = { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null };
  const message = {
    id: calls ? 'msg_1' : 'msg_2',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
  };
  if (!stream) return { json: { ...message, content: [block], ...stop, usage: USAGE } };
  const [start, delta] = calls
    ? [
        { ...block, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      ]
    : [
        { type: 'text', text: '' },
        { type: 'text_delta', text: block.text },
      ];
  const begun = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...USAGE, output_tokens: 1 },
  };
  return {
    events: [
      { type: 'message_start', message: begun },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: stop, usage: { output_tokens: USAGE.output_tokens } },
      { type: 'message_stop' },
    ],
  };
}
