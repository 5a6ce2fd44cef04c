import type { ContentMessage, StepContent } from './content.js';
import { CONTENT_EVENTS, eventMessages, listedEvents, type ContentEvent } from './events.js';
import { indexedList } from './indexed.js';
import { fromText } from './json.js';
import { message, toMessages } from './messages.js';

/** Where the prompts and answers of a step are. */
export interface ContentSources {
  readonly attributes: Readonly<Record<string, string>>;
  /** Events of the span, and records of logs with its ID; those with other names are left out. */
  readonly events: readonly ContentEvent[];
}

/** Attributes with whole lists of messages, or with one text. */
const INPUTS = ['gen_ai.input.messages', 'gen_ai.prompt', 'gen_ai.content.prompt', 'ai.prompt.messages', 'ai.prompt'];
/** Attributes with any value, often the whole body of a request: they count for a step without the former. */
const GENERAL_INPUTS = ['langfuse.observation.input', 'traceloop.entity.input', 'input.value', 'ai.value', 'ai.values'];
const OUTPUTS = ['gen_ai.output.messages', 'gen_ai.completion', 'gen_ai.content.completion'];
const GENERAL_OUTPUTS = ['langfuse.observation.output', 'traceloop.entity.output', 'output.value', 'final_result'];
const INDEXED_INPUTS = ['llm.input_messages.', 'gen_ai.prompt.', 'llm.prompts.'];
const INDEXED_OUTPUTS = ['llm.output_messages.', 'gen_ai.completion.', 'llm.completions.'];
const SYSTEM = 'gen_ai.system_instructions';

const TOOL = {
  ids: ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id'],
  names: ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name'],
  arguments: ['gen_ai.tool.call.arguments', 'ai.toolCall.args', 'tool_arguments', 'mcp.request.argument'],
  results: ['gen_ai.tool.call.result', 'ai.toolCall.result', 'tool_response', 'mcp.response.value'],
};

/**
 * The prompts and answers of a step in one notation. Instrumentations state them at several places: the first of the longest counts, so
 * that nothing is there twice.
 */
export function readContent({ attributes, events }: ContentSources): StepContent {
  const known = events.filter(({ name }) => CONTENT_EVENTS.includes(name));
  const places = [attributes, ...known.map((event) => event.attributes)];
  const lists = [eventMessages(known), ...['events', 'all_messages_events'].map((name) => listed(attributes, name))];
  return {
    input: toolInput(attributes) ?? longest([...places.map(inputOf), ...lists.map((list) => list.input)]),
    output: toolOutput(attributes) ?? longest([...places.map(outputOf), ...lists.map((list) => list.output)]),
  };
}

type Attributes = ContentSources['attributes'];

function inputOf(attributes: Attributes): StepContent['input'] {
  const lists = [
    ...valuesOf(attributes, INPUTS, 'user'),
    ...INDEXED_INPUTS.map((prefix) => toMessages(indexedList(attributes, prefix), 'user')),
    conversation(attributes).slice(0, -1),
  ];
  const messages = nonEmpty(longest(lists)) ?? longest(valuesOf(attributes, GENERAL_INPUTS, 'user'));
  if (messages.some(({ role }) => role === 'system')) return messages;
  return [...toMessages(valueOf(attributes, SYSTEM), 'system').filter(isSystem), ...messages];
}

const isSystem = ({ role }: ContentMessage): boolean => role === 'system';

function outputOf(attributes: Attributes): StepContent['output'] {
  const lists = [
    ...valuesOf(attributes, OUTPUTS, 'assistant'),
    ...INDEXED_OUTPUTS.map((prefix) => toMessages(indexedList(attributes, prefix), 'assistant')),
    aiSdkAnswer(attributes),
    conversation(attributes).slice(-1),
  ];
  return nonEmpty(longest(lists)) ?? longest(valuesOf(attributes, GENERAL_OUTPUTS, 'assistant'));
}

const valuesOf = (attributes: Attributes, names: readonly string[], role: string): ContentMessage[][] =>
  names.map((name) => toMessages(valueOf(attributes, name), role));

const nonEmpty = (messages: StepContent['input']): StepContent['input'] | undefined =>
  messages.length === 0 ? undefined : messages;

/** All messages of an agent, whose last one is its answer. */
const conversation = (attributes: Attributes): ContentMessage[] =>
  toMessages(valueOf(attributes, 'pydantic_ai.all_messages'), 'user');

/** The AI SDK states each part of an answer in an attribute. */
function aiSdkAnswer(attributes: Attributes): ContentMessage[] {
  const calls = valueOf(attributes, 'ai.response.toolCalls');
  return toMessages(
    [
      { type: 'reasoning', text: textOf(attributes, 'ai.response.reasoning') },
      { type: 'text', text: textOf(attributes, 'ai.response.text') || textOf(attributes, 'ai.response.object') },
      ...(Array.isArray(calls) ? calls.map((call: object) => ({ ...call, type: 'tool-call' })) : []),
    ],
    'assistant',
  );
}

function toolInput(attributes: Attributes): ContentMessage[] | undefined {
  const own = firstText(attributes, TOOL.arguments) || ofTool(attributes, 'input.value');
  const [id, name] = [firstText(attributes, TOOL.ids), firstText(attributes, TOOL.names)];
  return own === '' ? undefined : message('tool', [{ type: 'tool_call', id, name, arguments: own }]);
}

function toolOutput(attributes: Attributes): ContentMessage[] | undefined {
  const result = firstText(attributes, TOOL.results) || ofTool(attributes, 'output.value');
  if (result === '') return undefined;
  return message('tool', [{ type: 'tool_result', id: firstText(attributes, TOOL.ids), result }]);
}

/** OpenInference has attributes with any value also for tools. */
const ofTool = (attributes: Attributes, name: string): string =>
  textOf(attributes, 'openinference.span.kind') === 'TOOL' ? textOf(attributes, name) : '';

const textOf = (attributes: Attributes, name: string): string =>
  Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : '';
const valueOf = (attributes: Attributes, name: string): unknown => fromText(textOf(attributes, name));
const listed = (attributes: Attributes, name: string): StepContent => listedEvents(valueOf(attributes, name));
const firstText = (attributes: Attributes, names: readonly string[]): string =>
  names.map((name) => textOf(attributes, name)).find((text) => text !== '') ?? '';

/** The list with the most text; the first of equal ones. */
function longest(lists: readonly StepContent['input'][]): StepContent['input'] {
  let best: StepContent['input'] = [];
  let most = 0;
  for (const list of lists) {
    const size = list.reduce((sum, { parts }) => sum + parts.reduce((total, part) => total + sizeOf(part), 0), 0);
    if (size > most) [best, most] = [list, size];
  }
  return best;
}

function sizeOf(part: ContentMessage['parts'][number]): number {
  if (part.type === 'tool_call') return part.id.length + part.name.length + part.arguments.length;
  if (part.type === 'tool_result') return part.id.length + part.result.length;
  return part.type === 'other' ? part.json.length : part.text.length;
}
