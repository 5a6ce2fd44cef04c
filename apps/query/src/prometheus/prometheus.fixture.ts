import { sharedStore } from '@svc/columnar/testing';
import { ProjectReaders } from '@svc/reading/project-reader';
import { clock, NOW, NOW_MS, SECOND, TelemetryWriter, writeSeries, type SeriesFixture } from '@svc/reading/testing';
import { PrometheusService } from './prometheus.service.js';

/** The body of an answer. */
export interface Body {
  readonly status: string;
  readonly data: unknown;
  readonly warnings?: readonly string[];
  readonly infos?: readonly string[];
  readonly errorType?: string;
  readonly error?: string;
}

/** Ten minutes before the present, at which the samples of tests begin; in milliseconds. */
export const START = NOW_MS - 600_000;

/** The query interface on a store of its own. */
export async function startPrometheus() {
  const engine = await sharedStore();
  const writer = new TelemetryWriter(engine.store);
  const service = new PrometheusService(new ProjectReaders(engine.store), clock);
  let hashes = 0n;

  const ask = async (
    endpoint: string,
    parameters: Readonly<Record<string, string | readonly string[]>>,
    project = 1,
    signal: AbortSignal = new AbortController().signal,
  ) => {
    const pairs = Object.entries(parameters).flatMap(([name, values]) =>
      [values].flat().map((value) => ({ name, value })),
    );
    const identity = { id: `project-${project}`, number: project, retentionDays: 30 };
    const call = { project: identity, signal, deadlineMs: Infinity };
    const { status, json } = await service.answer(endpoint, pairs, call);
    let text = '';
    for await (const piece of json) text += piece;
    return { status, body: JSON.parse(text) as Body };
  };
  /** Labels and values of an instant query, in the order of their labels. */
  const vector = async (query: string, time = NOW_MS, project = 1) => {
    const { body } = await ask('query', { query, time: String(time / 1_000) }, project);
    const { result } = body.data as {
      readonly result: readonly { readonly metric: object; readonly value: [number, string] }[];
    };
    const found = result.map(({ metric, value }) => [metric, value[1]] as const);
    return found.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  };
  return {
    ask,
    vector,
    service,
    /** Writes a series whose points are ten seconds apart, from `START`. */
    write: (series: Omit<SeriesFixture, 'hash'>, points: readonly Readonly<Record<string, unknown>>[]) =>
      writeSeries(
        writer,
        { hash: ++hashes, lastSeen: NOW_MS / 1_000, ...series },
        points.map((point, at) => ({ timestamp: NOW - 600n * SECOND + BigInt(at) * 10n * SECOND, ...point })),
      ),
    stop: () => engine[Symbol.asyncDispose](),
  };
}

export type PrometheusSubject = Awaited<ReturnType<typeof startPrometheus>>;
