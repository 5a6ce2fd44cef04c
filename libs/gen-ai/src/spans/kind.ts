import type { StepKind } from './ai-span.js';
import type { SpanAttributes } from './attributes.js';
import { cut, MAX_WORD } from './text.js';
import {
  kindOfAiSdkOperation,
  LANGFUSE_TYPES,
  MCP_METHODS,
  OPENINFERENCE_KINDS,
  OPERATIONS,
  REQUEST_TYPES,
  TRACELOOP_KINDS,
} from './vocabulary.js';

export interface Operation {
  readonly kind: StepKind;
  /** '' if the span does not name its operation. */
  readonly operation: string;
}

type Kinds = Readonly<Record<string, StepKind>>;
const inTable =
  (kinds: Kinds) =>
  (operation: string): StepKind | undefined =>
    Object.hasOwn(kinds, operation) ? kinds[operation] : undefined;

/** The attributes that name an operation, the most precise first, and the kinds of their values. */
const OPERATION_ATTRIBUTES: readonly (readonly [name: string, kindOf: (operation: string) => StepKind | undefined])[] =
  [
    ['gen_ai.operation.name', inTable(OPERATIONS)],
    ['openinference.span.kind', (kind) => inTable(OPENINFERENCE_KINDS)(kind.toUpperCase())],
    ['ai.operationId', kindOfAiSdkOperation],
    ['traceloop.span.kind', inTable(TRACELOOP_KINDS)],
    ['llm.request.type', inTable(REQUEST_TYPES)],
    ['gen_ai.request.type', inTable(REQUEST_TYPES)],
    ['langfuse.observation.type', inTable(LANGFUSE_TYPES)],
    ['mcp.method.name', inTable(MCP_METHODS)],
  ];

/**
 * The operation of a span: that of the first attribute with a known value, otherwise the first value, whose kind is `other`. Spans of
 * earlier instrumentations do not name it: then the first word of the span's name counts, or what the span has attributes of.
 */
export function findOperation(attributes: SpanAttributes, spanName: string): Operation {
  let unknown = '';
  for (const [name, kindOf] of OPERATION_ATTRIBUTES) {
    const operation = cut(attributes.text(name).trim(), MAX_WORD);
    const kind = operation === '' ? undefined : kindOf(operation);
    if (kind) return { kind, operation };
    unknown ||= operation;
  }
  return unknown === '' ? guessOperation(attributes, spanName) : { kind: 'other', operation: unknown };
}

function guessOperation(attributes: SpanAttributes, spanName: string): Operation {
  const [word = ''] = spanName.split(' ', 1);
  const kind = inTable(OPERATIONS)(word);
  if (kind) return { kind, operation: word };
  return { kind: guessKind(attributes), operation: '' };
}

function guessKind(attributes: SpanAttributes): StepKind {
  if (attributes.has(['gen_ai.tool.name', 'ai.toolCall.name'])) return 'tool';
  const hasModel = attributes.has(['gen_ai.request.model', 'llm.request.model_name', 'llm.model_name']);
  if (attributes.has(['gen_ai.agent.name', 'agent_name']) && !hasModel) return 'agent';
  return hasModel && attributes.has(OUTPUT_TOKENS) ? 'inference' : 'other';
}

const OUTPUT_TOKENS = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'llm.usage.completion_tokens',
];
