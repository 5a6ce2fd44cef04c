import { isAiKey } from '@svc/tables';
import { FieldTable } from '../field-table.js';
import type { ReportedUsage } from '../usage/reported-usage.js';
import { readReportedUsage } from '../usage/span-usage.js';
import type { AiSpan } from './ai-span.js';
import { SpanAttributes } from './attributes.js';
import { readErrorType } from './error-type.js';
import { readFinishReasons } from './finish-reasons.js';
import { readTimeToFirstToken } from './first-token.js';
import { findOperation, type Operation } from './kind.js';
import { readModels } from './models.js';
import { TEXT_FIELDS, TEXT_NAMES, type TextField } from './names.js';
import { readParameter } from './parameters.js';
import { readStatedCost } from './stated-cost.js';
import type { StoredSpan } from './stored-span.js';
import { cut, MAX_ID, MAX_MESSAGE, MAX_NAME, MAX_WORD } from './text.js';
import { STEP_LIMIT_REASONS } from './vocabulary.js';

/**
 * Reads a span of any instrumentation. Undefined if the span is no part of AI work: exactly if ingestion does not mark it either
 * (`is_ai` of the table of spans). Never throws, and never returns the value of an attribute that carries prompts or answers.
 */
export function readAiSpan(span: StoredSpan): AiSpan | undefined {
  if (!Object.keys(span.attributes).some(isAiKey)) return undefined;
  const attributes = new SpanAttributes(span.attributes);
  const { kind, operation } = findOperation(attributes, span.name);
  const texts: Texts = { ...NO_TEXTS, ...TEXTS.read(span.attributes) };
  const models = readModels(attributes, texts);
  const finishReasons = readFinishReasons(attributes);
  const errorType = readErrorType(span, attributes);
  const name = readName({ kind, operation }, { ...texts, ...models }, span, attributes);
  return {
    kind,
    operation,
    ...texts,
    ...models,
    name,
    agentName: kind === 'agent' ? name : texts.agentName,
    workflowName: kind === 'workflow' ? name : texts.workflowName,
    toolName: kind === 'tool' ? name : texts.toolName,
    runId: texts.runId || cut(span.resourceAttributes['agent.run.id'] ?? '', MAX_ID),
    conversationId: texts.conversationId || cut(span.sessionId, MAX_ID),
    personId: texts.personId || cut(span.distinctId, MAX_ID),
    serviceTier: texts.serviceTier || readParameter(attributes, 'service_tier', MAX_WORD),
    usage: readReportedUsage(span.attributes),
    aggregateUsage: readAggregate(span),
    statedCost: readStatedCost(attributes),
    finishReasons,
    isStepLimited: [...finishReasons, errorType, attributes.text('agent.run.stop_reason')].some((reason) =>
      STEP_LIMIT_REASONS.has(reason.split('.').at(-1) ?? ''),
    ),
    timeToFirstTokenMs: readTimeToFirstToken(span, attributes),
    mcpMethod: attributes.first(['mcp.method.name'], MAX_WORD),
    errorType,
    statusMessage:
      attributes.first(['langfuse.observation.status_message'], MAX_MESSAGE) || cut(span.statusMessage, MAX_MESSAGE),
  };
}

type Texts = Readonly<Record<TextField, string>>;

const IDS: ReadonlySet<TextField> = new Set([
  'responseId',
  'conversationId',
  'personId',
  'agentId',
  'toolCallId',
  'runId',
]);
const WORDS: ReadonlySet<TextField> = new Set(['responseStatus', 'serviceTier', 'runStatus', 'level']);

const TEXTS = new FieldTable(TEXT_NAMES, (text, field) => {
  const length = IDS.has(field) ? MAX_ID : WORDS.has(field) ? MAX_WORD : MAX_NAME;
  return cut(text.trim(), length) || undefined;
});
const NO_TEXTS = Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Texts;

/**
 * The name of an agent, a workflow or a tool. A Langfuse observation is named by its span; other spans are named by their operation and the
 * name, or the model if there is no name.
 */
function readName({ kind, operation }: Operation, texts: Texts, span: StoredSpan, attributes: SpanAttributes): string {
  if (kind !== 'agent' && kind !== 'workflow' && kind !== 'tool') return '';
  const named = { agent: texts.agentName, workflow: texts.workflowName, tool: texts.toolName };
  const isLangfuse = attributes.has(['langfuse.observation.type']);
  const own = isLangfuse ? '' : attributes.first(['traceloop.entity.name'], MAX_NAME) || named[kind];
  const rest = cut(span.name.replace(NAMED_OPERATION, ''), MAX_NAME);
  return own || (rest === operation || rest === texts.requestModel ? '' : rest);
}

const NAMED_OPERATION = /^(?:invoke_agent|invoke_workflow|execute_tool|tools\/call) (?=\S)/;

const USAGE = 'gen_ai.usage.';
const AGGREGATED = 'gen_ai.aggregated_usage.';

/** Pydantic AI names the sums over the calls of a run like the usage of a call. Other spellings have no such name. */
function readAggregate({ attributes }: StoredSpan): ReportedUsage | undefined {
  const names = Object.keys(attributes).filter((name) => name.startsWith(AGGREGATED));
  if (names.length === 0) return undefined;
  return readReportedUsage(
    Object.fromEntries(names.map((name) => [USAGE + name.slice(AGGREGATED.length), attributes[name] ?? ''])),
  );
}
