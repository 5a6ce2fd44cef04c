import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { stepKey, type StepContent } from '@svc/gen-ai';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { COLUMN_STORE, mapYielding } from '@svc/runtime';
import { selectContent, selectContentLogs, selectContentSpans } from './content.query.js';
import { LargeValues } from './large-values.js';
import { toContent } from './step-sources.js';

/** Steps that one statement reads: their rows are large. */
const BATCH = 20;
/** The milliseconds that one statement in the background may take. */
const STATEMENT_MS = 20_000;
/** Records of a log are looked for at most this time before and after the start of their step. */
const BEFORE_NS = 300_000_000_000n;
const AFTER_NS = 3_600_000_000_000n;

/** The place of a step. */
export interface StepPlace {
  readonly traceId: string;
  readonly spanId: string;
  /** Nanoseconds since 1970. */
  readonly startNs: bigint;
}

/** Reads prompts and answers of steps: of their spans, and from the log records that belong to them, whichever arrived first. */
@Injectable()
export class ContentReader {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly large: LargeValues,
  ) {}

  /**
   * Reads in the background.
   *
   * @returns the content by `stepKey`; a step whose span is not stored is absent unless log records have content of it.
   */
  async ofSteps(
    project: ProjectIdentity,
    steps: readonly StepPlace[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, StepContent>> {
    const found = new Map<string, StepContent>();
    const byStart = steps.toSorted((a, b) => Number(a.startNs - b.startNs));
    for (let at = 0; at < byStart.length; at += BATCH) {
      const reader = new ProjectReader(this.store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
      const batch = await this.read(reader, byStart.slice(at, at + BATCH));
      for (const [key, content] of batch) found.set(key, content);
    }
    return found;
  }

  /** Does the same as `ofSteps` for the call of a client. @param steps at most `BATCH`. */
  async read(reader: ProjectReader, steps: readonly StepPlace[]): Promise<Map<string, StepContent>> {
    if (steps.length === 0) return new Map();
    const ids = { traceIds: unique(steps, 'traceId'), spanIds: unique(steps, 'spanId') };
    const range = rangeOf(steps);
    const around = { from: range.from - BEFORE_NS, to: range.to + AFTER_NS };
    const [spans, contents, logs] = await Promise.all([
      reader.rows(selectContentSpans(reader.scope, ids, range)),
      reader.rows(selectContent(reader.scope, ids, range)).then((rows) => this.large.fill(rows)),
      reader.rows(selectContentLogs(reader.scope, ids, around)),
    ]);
    const wanted = new Set(steps.map(({ traceId, spanId }) => stepKey(traceId, spanId)));
    const bySpan = new Map(spans.map((row) => [keyOf(row), row]));
    const records = Map.groupBy(logs, keyOf);
    const bySource = Map.groupBy(contents, keyOf);
    const keys = [...new Set([...bySpan.keys(), ...bySource.keys(), ...records.keys()])].filter((key) =>
      wanted.has(key),
    );
    const sourcesOf = (key: string) => ({
      span: bySpan.get(key),
      contents: bySource.get(key) ?? [],
      records: records.get(key) ?? [],
    });
    return new Map(await mapYielding(keys, (key) => [key, toContent(sourcesOf(key))] as const));
  }
}

const keyOf = (row: { readonly trace_id_hex: string; readonly span_id_hex: string }): string =>
  stepKey(row.trace_id_hex, row.span_id_hex);

const unique = (steps: readonly StepPlace[], name: 'traceId' | 'spanId'): string[] => [
  ...new Set(steps.map((step) => step[name])),
];

function rangeOf(steps: readonly StepPlace[]): TimeRange {
  const [first = { startNs: 0n }] = steps;
  return steps.reduce(
    ({ from, to }, { startNs }) => ({ from: startNs < from ? startNs : from, to: startNs >= to ? startNs + 1n : to }),
    { from: first.startNs, to: first.startNs + 1n },
  );
}
