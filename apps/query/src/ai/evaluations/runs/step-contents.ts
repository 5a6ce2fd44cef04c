import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { MESSAGE_ATTRIBUTES, readGenAiMessages, stepKey, type EvaluatedStep, type StepKind } from '@svc/gen-ai';
import { ProjectReader } from '@svc/reading/project-reader';
import {
  Budget,
  Scope,
  select,
  sql,
  stringParams,
  tableColumns,
  typed,
  uint32,
  type ProjectIdentity,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { COLUMN_STORE } from '@svc/runtime';
import { SPANS } from '@svc/tables';
import type { StepRow } from '../../runs/index.js';

/** Kinds of steps of which metrics and judges read the content. */
const READ_KINDS: ReadonlySet<string> = new Set(['inference', 'tool']);
/** Steps whose content is read together. */
const BATCH = 200;
const STATEMENT_MS = 20_000;
/** Longer texts are not read. */
const MAX_TEXT = 256 * 1024;

/** Reads what steps of runs received and returned. */
@Injectable()
export class StepContents {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  /** Calls of models and tools with their content, in their order. Other steps are left out. */
  async ofSteps(project: ProjectIdentity, rows: readonly StepRow[], signal: AbortSignal): Promise<EvaluatedStep[]> {
    const reader = new ProjectReader(this.store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
    const read = rows.filter(({ kind }) => READ_KINDS.has(kind));
    const steps: EvaluatedStep[] = [];
    for (let from = 0; from < read.length; from += BATCH) {
      const batch = read.slice(from, from + BATCH);
      const found = await reader.rows(selectMessages(reader.scope, batch));
      const texts = new Map(found.map((row) => [stepKey(row.trace_id_hex, row.span_id_hex), row.own]));
      for (const row of batch) {
        const own = texts.get(stepKey(row.trace_id_hex, row.span_id_hex));
        const { kind, label, name, tool_call_id: toolCallId } = row;
        const content = own && readGenAiMessages(own);
        steps.push({ kind: kind as StepKind, name: label || name, toolCallId, content });
      }
    }
    return steps;
  }
}

function selectMessages(scope: Scope, steps: readonly StepRow[]) {
  const traceIds = [...new Set(steps.map((row) => row.trace_id_hex))];
  const spanIds = steps.map((row) => row.span_id_hex);
  const isMessage = sql`has(${stringParams(MESSAGE_ATTRIBUTES)}, k) AND length(v) <= ${uint32(MAX_TEXT)}`;
  return select({
    columns: {
      ...tableColumns(SPANS, ['trace_id', 'span_id']),
      own: typed('Map(LowCardinality(String), String)', sql`mapFilter((k, v) -> ${isMessage}, attributes)`),
    },
    from: SPANS,
    scope,
    during: toRange(steps),
    where: [
      sql`trace_id IN (SELECT toFixedString(unhex(arrayJoin(${stringParams(traceIds)})), 16))`,
      sql`span_id IN (SELECT toFixedString(unhex(arrayJoin(${stringParams(spanIds)})), 8))`,
    ],
    orderBy: sql`trace_id, span_id`,
  });
}

/** Steps are in the order of their start. */
function toRange(steps: readonly StepRow[]): TimeRange {
  const start = (row: StepRow | undefined): bigint => BigInt(row?.timestamp_ns ?? 0);
  return { from: start(steps[0]), to: start(steps.at(-1)) + 1n };
}
