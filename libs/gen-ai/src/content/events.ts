import type { ContentMessage, StepContent } from './content.js';
import { firstOf, fromText, isObject, type JsonObject } from './json.js';
import { toMessages } from './messages.js';

/** An event of a span, or a record of a log that belongs to it. */
export interface ContentEvent {
  readonly name: string;
  /** Body of the record: a text, or JSON; '' without one. */
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Roles of the messages that events carry, one each. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);
const CHOICE = 'gen_ai.choice';

/** Names of the events with prompts and answers, of both generations of the conventions. */
export const CONTENT_EVENTS: readonly string[] = [
  ...ROLES.keys(),
  CHOICE,
  'gen_ai.content.prompt',
  'gen_ai.content.completion',
  'gen_ai.client.inference.operation.details',
];

/** The messages of events that carry one message each, in their order. */
export function eventMessages(events: readonly ContentEvent[]): StepContent {
  return ofEvents(events.map(({ name, body, attributes }) => ({ name, value: eventValue(body, attributes) })));
}

/** The messages of a list of such events, which Pydantic AI puts into an attribute. */
export function listedEvents(list: unknown): StepContent {
  const events = Array.isArray(list) ? list.filter(isObject) : [];
  return ofEvents(events.map((value) => ({ name: nameOf(value), value })));
}

function nameOf(event: Parameters<typeof firstOf>[0]): string {
  const name = firstOf(event, ['event.name']);
  return typeof name === 'string' ? name : '';
}

function ofEvents(events: readonly { readonly name: string; readonly value: unknown }[]): StepContent {
  const input: ContentMessage[] = [];
  const output: ContentMessage[] = [];
  for (const { name, value } of events) {
    const role = ROLES.get(name);
    if (role !== undefined) input.push(...toMessages(asMessage(value, role), role));
    else if (name === CHOICE) output.push(...toMessages(value, 'assistant'));
  }
  return { input, output };
}

/** The ID of the call of a tool is beside its result. */
function asMessage(value: unknown, role: string): unknown {
  if (role !== 'tool' || !isObject(value) || !Object.hasOwn(value, 'id')) return value;
  return { ...value, role, tool_call_id: value['id'] };
}

function eventValue(body: string, attributes: Readonly<Record<string, string>>): unknown {
  if (body !== '') return fromText(body);
  return Object.fromEntries(Object.entries(attributes).map(([key, text]) => [key, fromText(text)])) as JsonObject;
}
