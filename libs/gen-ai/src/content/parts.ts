import type { ContentPart } from './content.js';
import { firstOf, isObject, textOf, toText, type JsonObject } from './json.js';

const TEXTS = new Set(['text', 'input_text', 'output_text', 'refusal']);
const REASONINGS = new Set(['reasoning', 'thinking']);
const TOOL_CALLS = new Set(['tool_call', 'tool-call', 'tool_use', 'function_call', 'function']);
const TOOL_RESULTS = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'function_call_output',
  'function_response',
]);

const CALL_IDS = ['id', 'call_id', 'toolCallId', 'tool_call_id'];
const RESULT_IDS = ['id', 'call_id', 'toolCallId', 'tool_call_id', 'tool_use_id'];

/** The parts of the content of a message: a text, a part, or a list of them. */
export function toParts(content: unknown): ContentPart[] {
  if (content === undefined || content === null || content === '') return [];
  if (Array.isArray(content)) return content.flatMap((part: unknown) => toPart(part));
  return toPart(content);
}

function toPart(value: unknown): ContentPart[] {
  if (!isObject(value)) return textPart(toText(value));
  const part = unwrapped(value, 'message_content');
  const type = textOf(part, ['type', 'kind']);
  if (TOOL_CALLS.has(type)) return [toToolCall(part)];
  if (TOOL_RESULTS.has(type)) return [toToolResult(part, RESULT_IDS)];
  if (REASONINGS.has(type)) return reasoningPart(textOf(part, ['content', 'text', 'thinking', 'summary']));
  const text = firstOf(part, ['text', 'content', 'refusal']);
  if (typeof text === 'string' && (type === '' || TEXTS.has(type))) return textPart(text);
  return [{ type: 'other', kind: type || 'unknown', json: toText(part) }];
}

/** A call of a tool in the notation of the conventions, of a provider, or of an instrumentation. */
export function toToolCall(value: JsonObject): ContentPart {
  const call = unwrapped(value, 'tool_call');
  const named = unwrapped(call, 'function');
  return {
    type: 'tool_call',
    id: textOf(call, CALL_IDS),
    name: textOf(named, ['name', 'toolName']),
    arguments: textOf(named, ['arguments', 'input', 'args']),
  };
}

/** @param ids names of the ID of the call. */
export function toToolResult(value: JsonObject, ids: readonly string[]): ContentPart {
  const result = textOf(value, ['result', 'response', 'output', 'content']);
  return { type: 'tool_result', id: textOf(value, ids), result };
}

export const textPart = (text: string): ContentPart[] => (text === '' ? [] : [{ type: 'text', text }]);
export const reasoningPart = (text: string): ContentPart[] => (text === '' ? [] : [{ type: 'reasoning', text }]);

/** OpenInference puts each message, content and call of a tool into an object of its own. */
export function unwrapped(value: JsonObject, name: string): JsonObject {
  const inner = firstOf(value, [name]);
  return isObject(inner) ? inner : value;
}
