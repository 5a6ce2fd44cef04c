import type { ContentMessage, ContentPart, StepContent } from './content.js';

/** The attributes of the current conventions of OpenTelemetry that have what a step received and returned. */
export const MESSAGE_ATTRIBUTES = [
  'gen_ai.system_instructions',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
] as const;

/** What a span received and returned according to the current conventions; undefined if it does not say it. */
export function readGenAiMessages(attributes: Readonly<Record<string, string>>): StepContent | undefined {
  const given = (name: (typeof MESSAGE_ATTRIBUTES)[number]): string | undefined => attributes[name] || undefined;
  const [parameters, result] = [given('gen_ai.tool.call.arguments'), given('gen_ai.tool.call.result')];
  const instructions = toParts(parse(given('gen_ai.system_instructions')));
  const input = [
    ...(instructions.length === 0 ? [] : [{ role: 'system', parts: instructions }]),
    ...toMessages(parse(given('gen_ai.input.messages'))),
    ...toTool(parameters),
  ];
  const output = [...toMessages(parse(given('gen_ai.output.messages'))), ...toTool(result)];
  return MESSAGE_ATTRIBUTES.some((name) => given(name) !== undefined) ? { input, output } : undefined;
}

function toTool(text: string | undefined): ContentMessage[] {
  return text === undefined ? [] : [{ role: 'tool', parts: [{ type: 'text', text }] }];
}

function toMessages(value: unknown): ContentMessage[] {
  return toList(value).map((message) => {
    const { role, parts } = toObject(message);
    return { role: toText(role), parts: toParts(parts) };
  });
}

function toParts(value: unknown): ContentPart[] {
  return toList(value).map((part): ContentPart => {
    const { type, content, id, name, arguments: given, response, result } = toObject(part);
    if (type === 'text') return { type, text: toText(content) };
    if (type === 'reasoning') return { type, text: toText(content) };
    if (type === 'tool_call') return { type, id: toText(id), name: toText(name), arguments: toText(given) };
    if (type === 'tool_call_response')
      return { type: 'tool_result', id: toText(id), result: toText(response ?? result) };
    return { type: 'other', kind: toText(type), json: JSON.stringify(part) };
  });
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
