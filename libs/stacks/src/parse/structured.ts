import { MAX_JSON, MAX_NAME } from '../limits.js';
import type { BareFrame, Relation } from '../stack.js';
import type { StackBuilder } from './builder.js';

type Fields = Readonly<Record<string, unknown>>;

/** The exceptions of a JSON array, or undefined if the text is not one. */
export function readStructured(text: string): readonly Fields[] | undefined {
  if (!text.startsWith('[') || text.length > MAX_JSON) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.some(isFields) ? value.filter(isFields) : undefined;
  } catch {
    return undefined;
  }
}

/** Exceptions that the sender has parsed itself, as PostHog's SDKs do: the calls that threw are last in their frames. */
export function parseStructured(exceptions: readonly Fields[], builder: StackBuilder): void {
  exceptions.forEach((fields, index) => {
    const exception = builder.begin(
      relation(fields, index),
      text(fields['type']),
      text(fields['value'] ?? fields['message']),
    );
    for (const frame of structuredFrames(fields).reverse()) builder.add(readFrame(frame), exception);
  });
}

/** The frames as they were sent. */
export function structuredFrames(exception: Fields): Fields[] {
  const stack = exception['stacktrace'] ?? exception['stack_trace'];
  const frames = isFields(stack) ? stack['frames'] : exception['frames'];
  return Array.isArray(frames) ? frames.filter(isFields) : [];
}

function relation(fields: Fields, index: number): Relation {
  if (index === 0) return 'thrown';
  const given = fields['relation'];
  return given === 'suppressed' ? 'suppressed' : 'cause';
}

function readFrame(fields: Fields): BareFrame {
  const line = count(fields['lineno'] ?? fields['line']);
  const column = count(fields['colno'] ?? fields['column']);
  const file = text(fields['abs_path'] ?? fields['filename'] ?? fields['file']);
  const name = text(fields['function'] ?? fields['raw_function']);
  const module = text(fields['module'] ?? fields['package']);
  const address = hex(fields['instruction_addr'] ?? fields['address']);
  const imageAddress = hex(fields['image_addr'] ?? fields['image_address']);
  const imageId = text(fields['image_id'] ?? fields['debug_id']);
  const isInApp = fields['in_app'];
  return {
    ...(name !== '' && name !== '?' && { function: name }),
    ...(module !== '' && { module }),
    ...(file !== '' && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(address !== '' && { address }),
    ...(imageAddress !== '' && { imageAddress }),
    ...(imageId !== '' && { imageId: imageId.toLowerCase() }),
    ...(typeof isInApp === 'boolean' && { inApp: isInApp }),
    ...readContext(fields),
  };
}

function readContext(fields: Fields): BareFrame {
  const line = fields['context_line'];
  if (typeof line !== 'string') return {};
  return { context: { before: texts(fields['pre_context']), line: text(line), after: texts(fields['post_context']) } };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_NAME) : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value)
    ? value
        .filter((item) => typeof item === 'string')
        .slice(0, 5)
        .map(text)
    : [];
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function hex(value: unknown): string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value) ? value.toLowerCase() : '';
}
