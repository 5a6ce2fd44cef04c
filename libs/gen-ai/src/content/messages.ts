import type { ContentMessage, ContentPart } from './content.js';
import { firstOf, isObject, textOf, toText, type JsonObject } from './json.js';
import { reasoningPart, textPart, toParts, toToolCall, toToolResult, unwrapped } from './parts.js';

const CONTENTS = ['parts', 'contents', 'content'];
const MESSAGE_FIELDS = ['role', 'message', 'parts', 'contents', 'content', 'tool_calls'];

/** The messages of a value in any notation. `role` is that of a message that names none. */
export function toMessages(value: unknown, role: string): ContentMessage[] {
  if (Array.isArray(value)) return listMessages(value, role);
  if (!isObject(value)) return message(role, textPart(toText(value)));
  return requestMessages(value, role) ?? answerMessages(value, role) ?? oneMessage(value, role);
}

/** Parts between messages are a message together. */
function listMessages(values: readonly unknown[], role: string): ContentMessage[] {
  const messages: ContentMessage[] = [];
  let parts: ContentPart[] = [];
  for (const value of values) {
    if (!isMessage(value)) {
      parts.push(...toParts(value));
      continue;
    }
    messages.push(...message(role, parts), ...oneMessage(value, role));
    parts = [];
  }
  return [...messages, ...message(role, parts)];
}

/** An object with the type of a part is no message, although both may have `content`. */
const isMessage = (value: unknown): value is JsonObject =>
  isObject(value) &&
  MESSAGE_FIELDS.some((name) => Object.hasOwn(value, name)) &&
  (Object.hasOwn(value, 'role') || !Object.hasOwn(value, 'type') || value['type'] === 'message');

/** The body of a request to a model. */
function requestMessages(body: JsonObject, role: string): ContentMessage[] | undefined {
  const own = firstOf(body, ['messages', 'prompt', 'input']);
  const isRequest = Array.isArray(own) || (typeof own === 'string' && !Object.hasOwn(body, 'type'));
  if (!isRequest || Object.hasOwn(body, 'role')) return undefined;
  const system = firstOf(body, ['system', 'instructions']);
  return [...(system === undefined ? [] : toMessages(system, 'system')), ...listOrText(own, role)];
}

const listOrText = (value: unknown, role: string): ContentMessage[] =>
  Array.isArray(value) ? listMessages(value, role) : message(role, textPart(toText(value)));

/** The body of the answer of a model. */
function answerMessages(body: JsonObject, role: string): ContentMessage[] | undefined {
  const { choices, output } = body;
  if (Array.isArray(choices)) return choices.flatMap((choice: unknown) => toMessages(choice, role));
  return Array.isArray(output) && !Object.hasOwn(body, 'role') ? listMessages(output, role) : undefined;
}

function oneMessage(value: JsonObject, role: string): ContentMessage[] {
  const own = unwrapped(value, 'message');
  if (!MESSAGE_FIELDS.some((name) => Object.hasOwn(own, name))) return message(role, plainParts(own));
  const ownRole = textOf(own, ['role']) || role;
  const calls = firstOf(own, ['tool_calls']);
  const callId = firstOf(own, ['tool_call_id']);
  if (ownRole === 'tool' && callId !== undefined) {
    return message(ownRole, [toToolResult({ id: callId, result: firstOf(own, CONTENTS) }, ['id'])]);
  }
  return message(ownRole, [
    ...reasoningPart(textOf(own, ['reasoning_content', 'reasoning'])),
    ...toParts(firstOf(own, CONTENTS)),
    ...(Array.isArray(calls) ? calls.filter(isObject).map(toToolCall) : []),
  ]);
}

/** An object that is no message is a part if it has a type, and else a text. */
const plainParts = (value: JsonObject): ContentPart[] =>
  Object.hasOwn(value, 'type') ? toParts(value) : textPart(toText(value));

export const message = (role: string, parts: readonly ContentPart[]): ContentMessage[] =>
  parts.length === 0 ? [] : [{ role, parts }];
