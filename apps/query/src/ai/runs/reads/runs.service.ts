import { Inject, Injectable } from '@nestjs/common';
import type { AgentRunsGetRequest, AgentRunsListRequest } from '@svc/contract';
import type { Price, StepContent } from '@svc/gen-ai';
import { pageLimit } from '@svc/pagination';
import { estimateBytes, SliceSizes, takeFitting, WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { cutPage, resolveWindow } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY, NANOSECONDS_PER_MILLISECOND } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError, notFound } from '@svc/service-error';
import { ContentReader } from '../../content/index.js';
import { knownPrices, PriceOverrides } from '../../prices/index.js';
import {
  runFilters,
  selectRun,
  selectRuns,
  selectRunsOfTrace,
  toPosition,
  toRunFilters,
  type RunRow,
} from './runs.query.js';
import { selectCosts, selectSteps, toStepPosition, type CostRow, type StepRow } from './steps.query.js';

const PAGE = { default: 50, max: 200 };
const STEPS_PAGE = { default: 500, max: 500 };
/** Rows of the first slice of a list. */
const SLICE_ROWS = 5_000;
/** Models and prices of a run. */
const MAX_COSTS = 200;
/** Runs of a trace that are counted. */
const MAX_COUNTED = 1_000;

export interface RunsPage {
  readonly rows: readonly RunRow[];
  readonly nextCursor: string | undefined;
}

export interface RunWithSteps {
  readonly run: RunRow;
  readonly costs: readonly CostRow[];
  readonly steps: readonly StepRow[];
  readonly nextCursor: string | undefined;
  /** Of the step that was asked for. */
  readonly content?: StepContent | undefined;
  /** The price of the step that was asked for. */
  readonly price?: Price | undefined;
}

@Injectable()
export class RunsService {
  readonly #sizes = new SliceSizes(SLICE_ROWS);

  constructor(
    private readonly cursors: WindowCursors,
    private readonly contents: ContentReader,
    private readonly prices: PriceOverrides,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: AgentRunsListRequest, reader: ProjectReader): Promise<RunsPage> {
    const { scope } = reader;
    const filters = toRunFilters(request);
    const list = { operation: 'agent_runs.list', scope, window: request, filters: { ...filters }, sort: 'start_desc' };
    const after = this.cursors.decode(request.cursor, list);
    const range = after?.range ?? resolveWindow(request, scope, this.clock(), NANOSECONDS_PER_DAY);
    if (isEmpty(range)) return { rows: [], nextCursor: undefined };
    const filter = runFilters(filters, scope);
    const found = await reader.page<RunRow>({
      range,
      direction: 'desc',
      after,
      limit: pageLimit(request.limit, PAGE),
      widths: this.#sizes.widths(scope.projectNumber),
      toPosition,
      read: async (slice, limit) => ({ rows: await reader.rows(selectRuns({ scope, slice, filter, after, limit })) }),
    });
    const rows = await takeFitting(found.rows, estimateBytes);
    if (filter.every((condition) => !condition)) {
      this.#sizes.learn(
        scope.projectNumber,
        rows.map((row) => BigInt(row.timestamp_ns)),
      );
    }
    const last = rows.at(-1);
    const next = last && rows.length < found.rows.length ? toPosition(last) : found.next;
    return { rows, nextCursor: next && this.cursors.encode(list, { range, ...next }) };
  }

  /** @throws ServiceError not_found for a run that does not exist, and for a trace that has none or several. */
  async get(request: AgentRunsGetRequest, reader: ProjectReader): Promise<RunWithSteps> {
    const { scope } = reader;
    const run = await this.#find(request.runId, reader);
    const start = BigInt(run.timestamp_ns);
    const during = { from: start, to: start + BigInt(run.duration_ns) + 1n };
    const spanId = request.spanId === '' ? undefined : request.spanId.toLowerCase();
    const list = {
      operation: 'agent_runs.get',
      scope,
      window: {},
      filters: { run_id: run.run_id, ...(spanId !== undefined && { span_id: spanId }) },
      sort: 'start_asc',
    };
    const after = this.cursors.decode(request.cursor, list);
    const limit = pageLimit(request.limit, STEPS_PAGE);
    const ofRun = { scope, runId: run.run_id, spanId, during };
    const [steps, costs] = await Promise.all([
      reader.rows(selectSteps(ofRun, after, limit + 1)),
      reader.rows(selectCosts(ofRun, MAX_COSTS)),
    ]);
    const { rows, next } = cutPage(steps, limit, toStepPosition);
    const nextCursor = next && this.cursors.encode(list, { range: during, ...next });
    if (spanId === undefined) return { run, costs, steps: rows, nextCursor };
    const [step] = rows;
    if (!step) throw notFound();
    const [content, findPrice] = await Promise.all([
      this.#content(step, reader),
      knownPrices(scope.projectId, this.prices),
    ]);
    return { run, costs, steps: rows, nextCursor, content, price: findPrice(step.price_id) };
  }

  async #content(step: StepRow, reader: ProjectReader): Promise<StepContent> {
    const place = { traceId: step.trace_id_hex, spanId: step.span_id_hex, startNs: BigInt(step.timestamp_ns) };
    const [found] = (await this.contents.read(reader, [place])).values();
    return found ?? { input: [], output: [] };
  }

  /**
   * The ID of a run and the time at which it expires.
   *
   * @throws ServiceError as `get`.
   */
  async identify(runId: string, reader: ProjectReader): Promise<{ readonly runId: string; readonly expiresAt: Date }> {
    const run = await this.#find(runId, reader);
    const expiry = BigInt(run.timestamp_ns) + reader.scope.retention;
    return { runId: run.run_id, expiresAt: new Date(Number(expiry / NANOSECONDS_PER_MILLISECOND)) };
  }

  async #find(runId: string, reader: ProjectReader): Promise<RunRow> {
    const run = await this.#read(runId, reader);
    if (run) return run;
    const traceId = runId.toLowerCase();
    if (!/^[0-9a-f]{32}$/.test(traceId)) throw notFound();
    const runs = await reader.rows(selectRunsOfTrace(reader.scope, traceId, MAX_COUNTED));
    const [only, ...others] = runs;
    if (!only) throw notFound();
    if (others.length > 0) {
      const message = `The trace has ${runs.length} runs; run_id must be the ID of one of them, which agent_runs.list returns.`;
      throw new ServiceError('not_found', { message });
    }
    return only;
  }

  async #read(runId: string, reader: ProjectReader): Promise<RunRow | undefined> {
    const [row] = await reader.rows(selectRun(reader.scope, runId));
    return row?.is_deleted === 0 ? row : undefined;
  }
}
