import type { ColumnStore } from '@svc/columnar';
import { previewOf, stepKey, type ContentPreview, type Run, type Step, type TraceSpan } from '@svc/gen-ai';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import { selectContent, toContent, type ContentRow } from '../../../content/index.js';

/** Steps whose content one statement reads. */
const BATCH = 50;
const STATEMENT_MS = 20_000;

/** Previews by the ID of the run. */
export type RunPreviews = ReadonlyMap<string, ContentPreview>;

/**
 * Reads the beginnings of what runs were asked and answered: of the root, or of the first and the last call of a model. Large content, and
 * that in log records, has none, because reading it would take longer than the assembly.
 */
export async function readPreviews(
  store: ColumnStore,
  project: ProjectIdentity,
  runs: readonly Run[],
  signal: AbortSignal,
): Promise<RunPreviews> {
  const candidates = runs.map((run) => ({ runId: run.runId, ...candidatesOf(run) }));
  const steps = new Set(candidates.flatMap(({ root, first, last }) => [...root, ...first, ...last]));
  const contents = await readContents(store, project, [...steps], signal);
  const previewIn = ({ span }: Step): ContentPreview => {
    const found = contents.get(stepKey(span.traceId, span.spanId)) ?? [];
    return previewOf(toContent({ span: toSource(span), contents: found, records: [] }));
  };
  const firstOf = (steps: readonly Step[], side: keyof ContentPreview): string =>
    steps.reduce((text, step) => text || previewIn(step)[side], '');
  return new Map(
    candidates.map(({ runId, root, first, last }) => {
      return [runId, { input: firstOf([...root, ...first], 'input'), output: firstOf([...root, ...last], 'output') }];
    }),
  );
}

interface Candidates {
  readonly root: readonly Step[];
  /** The first and the last call of a model, if there is one. */
  readonly first: readonly Step[];
  readonly last: readonly Step[];
}

function candidatesOf({ root, steps }: Run): Candidates {
  const calls = steps.filter(({ kind }) => kind === 'inference');
  const ofRoot = steps.filter(({ traceId, spanId }) => traceId === root?.traceId && spanId === root.spanId);
  return { root: ofRoot, first: calls.slice(0, 1), last: calls.slice(-1) };
}

async function readContents(
  store: ColumnStore,
  project: ProjectIdentity,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ContentRow[]>> {
  const found: ContentRow[] = [];
  const byStart = steps.toSorted((one, other) => (one.span.startNs < other.span.startNs ? -1 : 1));
  for (let at = 0; at < byStart.length; at += BATCH) {
    const spans = byStart.slice(at, at + BATCH).map(({ span }) => span);
    const reader = new ProjectReader(store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
    const ids = { traceIds: unique(spans, 'traceId'), spanIds: unique(spans, 'spanId') };
    const during = { from: spans[0]?.startNs ?? 0n, to: (spans.at(-1)?.startNs ?? 0n) + 1n };
    found.push(...(await reader.rows(selectContent(reader.scope, ids, during, true))));
  }
  return Map.groupBy(found, (row) => stepKey(row.trace_id_hex, row.span_id_hex));
}

const unique = (spans: readonly TraceSpan[], name: 'traceId' | 'spanId'): string[] => [
  ...new Set(spans.map((span) => span[name])),
];

const toSource = ({ attributes, events }: TraceSpan) => ({
  own: attributes,
  event_names: events.map(({ name }) => name),
  event_attributes: events.map((event) => event.attributes),
});
