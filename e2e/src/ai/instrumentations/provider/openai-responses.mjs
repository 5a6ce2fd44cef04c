const USAGE = {
  input_tokens: 1200,
  input_tokens_details: { cached_tokens: 1024 },
  output_tokens: 30,
  output_tokens_details: { reasoning_tokens: 10 },
  total_tokens: 1230,
};

/** Answers `POST /v1/responses`. Calls the tool until the input has its result. */
export function openaiResponse({ input, stream, tools }, behaviour) {
  const hasResult = Array.isArray(input) && input.some(({ type }) => type === 'function_call_output');
  const calls = behaviour === 'weather' && tools?.length > 0 && !hasResult;
  const part = { type: 'output_text', text: 'Hello there.', annotations: [], logprobs: [] };
  const item = calls
    ? {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'get_weather',
        arguments: '{"city":"Oslo"}',
        status: 'completed',
      }
    : { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [part] };
  const begun = {
    id: calls ? 'resp_1' : 'resp_2',
    object: 'response',
    created_at: 1790000000,
    status: 'in_progress',
    model: 'gpt-4o-2024-08-06',
    service_tier: 'default',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    output: [],
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: tools ?? [],
    top_p: 1,
    usage: null,
  };
  const response = { ...begun, status: 'completed', output: [item], usage: USAGE };
  if (!stream) return { json: response };
  const at = { output_index: 0, item_id: item.id };
  const [empty, inside] = calls
    ? [
        { ...item, arguments: '', status: 'in_progress' },
        [
          { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments },
          { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
        ],
      ]
    : [
        { ...item, content: [], status: 'in_progress' },
        [
          { type: 'response.content_part.added', ...at, content_index: 0, part: { ...part, text: '' } },
          { type: 'response.output_text.delta', ...at, content_index: 0, delta: part.text, logprobs: [] },
          { type: 'response.output_text.done', ...at, content_index: 0, text: part.text, logprobs: [] },
          { type: 'response.content_part.done', ...at, content_index: 0, part },
        ],
      ];
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.output_item.added', output_index: 0, item: empty },
    ...inside,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ];
  return { events: events.map((event, sequence) => ({ ...event, sequence_number: sequence })) };
}
