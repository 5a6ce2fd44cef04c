import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import type { ColumnStore } from '@svc/columnar';
import {
  LlmFiguresSeriesRequestSchema,
  LlmFiguresSummaryRequestSchema,
  LlmSummarySchema,
  LlmFiguresTopPersonsRequestSchema,
} from '@svc/contract';
import { BILLED_KINDS, COST_DECIMALS, formatMoney, parseCost, parseMoney, type StepKind } from '@svc/gen-ai';
import { personId } from '@svc/persons';
import { Scope, sql, stringParam } from '@svc/reading/statement';
import { at, testReader } from '@svc/reading/testing';
import { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';
import { OverridesRepository } from '../../prices/overrides.repository.js';
import { PriceOverrides } from '../../prices/price-overrides.js';
import {
  agentSpan,
  callSpan,
  newTraceId,
  openRunWorld,
  SECOND,
  toolSpan,
  type RunWorld,
} from '../../runs/runs.fixture.js';
import { bucketMiddle, toDurationBucket } from '../counting/duration-histogram.js';
import { figuresJob, QUIET_MS } from '../counting/figures-job.js';
import { PeriodCounter } from '../counting/period-counter.js';
import { FiguresSource } from './figures-source.js';
import { FiguresService } from './figures.service.js';
import { ModelUsage } from './model-usage.js';
import { toTopPersons } from './persons.message.js';
import { toSeries } from './series.message.js';
import { toSummary } from './summary.message.js';

type Project = Awaited<ReturnType<RunWorld['newProject']>>;

interface RawStep {
  readonly at: string;
  readonly model: string;
  readonly provider: string;
  readonly agent_name: string;
  readonly environment: string;
  readonly kind: StepKind;
  readonly is_error: number;
  readonly duration_ns: string;
  readonly first_token_ns: string | null;
  readonly cost: string | null;
  readonly is_unpriced: number;
  readonly usage: Readonly<Record<string, string>>;
}

const HOUR = 3_600n * SECOND;
const DAY_MS = 86_400_000;
/** One price with tiers, one without, and a model that has none. */
const MODELS = [
  ['openai', 'gpt-4o'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['vllm', 'acme/large:free'],
] as const;
const random = (below: number): number => Math.floor(Math.random() * below);
const oneOf = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;

describe('figures of calls of models', () => {
  let world: RunWorld;
  let service: FiguresService;
  let usage: ModelUsage;
  let overrides: PriceOverrides;
  beforeAll(async () => {
    world = await openRunWorld();
    overrides = new PriceOverrides(new OverridesRepository(world.relational));
    const source = new FiguresSource(world.changes, overrides);
    service = new FiguresService(source, overrides, world.clock);
    usage = new ModelUsage(source);
  });
  beforeEach(async () => {
    world.time.aheadMs = 0;
    await world.relational.client.agentRunAssembly.deleteMany();
    await world.relational.client.llmChangedPeriod.deleteMany();
    await world.store.command('TRUNCATE TABLE ai_arrivals');
  });
  afterAll(() => world.stop());

  const reader = (project: Project) => testReader(world.store, Scope.of(project));

  async function assemble(store?: ColumnStore): Promise<void> {
    const assembly = world.newAssembly(store);
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
    await assembly.save(world.tools);
  }

  /** Counts all periods that ended, as the job does a while after the last change. */
  async function count(store: ColumnStore = world.store): Promise<void> {
    world.time.aheadMs += DAY_MS + 2 * QUIET_MS;
    const job = figuresJob(world.changes, new PeriodCounter(world.changes, overrides, store, world.clock));
    const now = new Date(world.clock());
    const run = job.run({ relational: world.relational, now, signal: new AbortController().signal });
    await Promise.resolve(run).finally(() => (world.time.aheadMs = 0));
  }

  const newTrace = () => ({
    traceId: newTraceId(),
    start: now() - BigInt(random(4)) * 9n * HOUR - BigInt(random(5_400)) * SECOND - HOUR,
  });
  const now = (): bigint => BigInt(Date.now()) * 1_000_000n;
  let spanNumber = 0;
  const newSpanId = (): string => (++spanNumber).toString(16).padStart(16, '0');

  /** Writes a trace of an agent, or more calls of one. */
  async function write(project: number, { traceId, start }: ReturnType<typeof newTrace>, agent?: string) {
    const place = { traceId, environment: oneOf(['production', 'staging']) };
    const root = { ...place, spanId: newSpanId(), timestamp: start };
    const calls = Array.from({ length: 1 + random(4) }, () => {
      const [provider, model] = oneOf(MODELS);
      const options = {
        ...place,
        spanId: newSpanId(),
        parentSpanId: root.spanId,
        timestamp: start + BigInt(random(3_600)) * SECOND,
        durationNs: BigInt(1 + random(1e9)) * 7n,
        statusCode: oneOf([0, 0, 0, 2]),
      };
      return callSpan(project, options, {
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': model,
        'gen_ai.usage.input_tokens': String(oneOf([0, 17, 1_000, 199_999, 200_000, 200_001, 300_000])),
        'gen_ai.usage.cache_read.input_tokens': '13',
        'gen_ai.usage.output_tokens': String(random(2_000)),
        ...(random(2) === 0 && { 'gen_ai.response.time_to_first_chunk': String(Math.random()) }),
      });
    });
    const tool = { ...place, spanId: newSpanId(), parentSpanId: root.spanId, timestamp: start };
    const agents = agent === undefined ? [] : [agentSpan(project, root, { 'gen_ai.agent.name': agent })];
    await world.telemetry.spans([...agents, ...calls, toolSpan(project, tool)]);
  }

  /** The steps as they are stored, to count without the statements under test. */
  async function steps(project: Project, from: bigint, to: bigint): Promise<RawStep[]> {
    const rows = await world.store.query<RawStep>({
      sql: `SELECT toString(toUnixTimestamp64Nano(timestamp)) AS at, model, provider, agent_name, environment, kind, is_error, duration_ns,
  first_token_ns, toString(cost) AS cost, is_unpriced, usage
FROM agent_steps FINAL WHERE project_number = {project:UInt32} AND is_counted = 1 AND kind != 'tool'`,
      parameters: { project: project.number },
      limits: { timeoutMs: 10_000, maxRowsToRead: 1_000_000, maxResultRows: 100_000, maxMemoryBytes: 100_000_000 },
    });
    return rows.filter((row) => from <= BigInt(row.at) && BigInt(row.at) < to && row.agent_name !== 'svc.judge');
  }

  const costOf = (rows: readonly RawStep[]): bigint =>
    rows.reduce((sum, { cost }) => sum + (cost === null ? 0n : parseCost(cost, COST_DECIMALS)), 0n);
  const isCall = ({ kind }: RawStep): boolean => BILLED_KINDS.has(kind);

  function recount(rows: readonly RawStep[]) {
    const usage: Record<string, bigint> = {};
    for (const row of rows)
      for (const [bucket, tokens] of Object.entries(row.usage)) usage[bucket] = (usage[bucket] ?? 0n) + BigInt(tokens);
    const isPriced = rows.length === 0 || rows.some(({ cost }) => cost !== null);
    return {
      calls: BigInt(rows.filter(isCall).length),
      errors: BigInt(rows.filter((row) => isCall(row) && row.is_error === 1).length),
      cost: isPriced ? formatMoney(costOf(rows), COST_DECIMALS) : undefined,
      unpricedCalls: BigInt(rows.filter(({ is_unpriced }) => is_unpriced === 1).length),
      usage,
      latency: quantiles(rows.filter(isCall).map(({ duration_ns }) => BigInt(duration_ns))),
      firstToken: quantiles(
        rows.filter(isCall).flatMap(({ first_token_ns: token }) => (token === null ? [] : [BigInt(token)])),
      ),
    };
  }

  function quantiles(durations: readonly bigint[]) {
    if (durations.length === 0) return undefined;
    const sorted = durations.toSorted((one, other) => (one < other ? -1 : 1));
    const [p50, p95, p99] = [50, 95, 99].map((percent) => {
      const duration = sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0n;
      return bucketMiddle(toDurationBucket(duration)) / 1e6;
    });
    return { count: BigInt(durations.length), p50, p95, p99 };
  }

  async function summaryOf(project: Project, request: MessageInitShape<typeof LlmFiguresSummaryRequestSchema>) {
    const found = await service.summary(create(LlmFiguresSummaryRequestSchema, request), reader(project));
    return create(LlmSummarySchema, toSummary(found));
  }

  type Figures = NonNullable<Awaited<ReturnType<typeof summaryOf>>['total']>;
  const comparable = ({ calls, errors, cost, unpricedCalls, usage, latencyMs, timeToFirstTokenMs }: Figures) => {
    const plain = (found: typeof latencyMs) =>
      found && { count: found.count, p50: found.p50, p95: found.p95, p99: found.p99 };
    return {
      calls,
      errors,
      cost,
      unpricedCalls,
      usage: { ...usage },
      latency: plain(latencyMs),
      firstToken: plain(timeToFirstTokenMs),
    };
  };

  /** Compares the summary and the series of a window with a recount of the stored steps. */
  async function check(project: Project, message: string): Promise<void> {
    const to = now() + HOUR - BigInt(random(12)) * HOUR;
    const from = to - BigInt(1 + random(50 * 3_600)) * SECOND;
    const window = { startTime: at(from), endTime: at(to) };
    const all = await steps(project, from, to);
    const { total, models, unpriced } = await summaryOf(project, window);
    assert.ok(total);
    assert.deepEqual(comparable(total), recount(all), message);
    const used = (await usage.of({ from, to }, reader(project))).toMessage();
    assert.deepEqual(
      [used.calls, used.cost, used.unpricedCalls, used.inputTokens, used.outputTokens],
      [total.calls, total.cost, total.unpricedCalls, total.inputTokens, total.outputTokens],
      message,
    );
    assert.equal(models.length, new Set(all.map(({ provider, model }) => `${provider} ${model}`)).size);
    for (const { provider, model, figures, lines, rounding } of models) {
      assert.ok(figures);
      const own = all.filter((row) => row.provider === provider && row.model === model);
      assert.deepEqual(comparable(figures), recount(own), `${message}: ${model}`);
      if (figures.cost === undefined) continue;
      const exact = lines.reduce((sum, { amount = '0' }) => sum + (parseMoney(amount) ?? 0n), 0n);
      const rounded = rounding.startsWith('-') ? -(parseMoney(rounding.slice(1)) ?? 0n) : (parseMoney(rounding) ?? 0n);
      assert.equal(formatMoney(exact + rounded), figures.cost, `${message}: lines of ${model}`);
      for (const { bucket } of lines)
        assert.equal(
          lines.filter((line) => line.bucket === bucket).reduce((sum, { count: tokens }) => sum + tokens, 0n),
          figures.usage[bucket],
        );
    }
    assert.equal(
      unpriced.reduce((sum, { calls }) => sum + calls, 0n),
      total.unpricedCalls,
    );
    const filters = { model: ['gpt-4o'], environment: ['staging'], agent: ['one', 'two'] };
    const filtered = await summaryOf(project, { ...window, ...filters });
    assert.ok(filtered.total);
    assert.deepEqual(
      comparable(filtered.total),
      recount(
        all.filter(
          (row) => row.model === 'gpt-4o' && row.environment === 'staging' && ['one', 'two'].includes(row.agent_name),
        ),
      ),
    );
    for (const [interval, hours] of [
      ['1h', 1n],
      ['6h', 6n],
      ['1d', 24n],
    ] as const) {
      const request = create(LlmFiguresSeriesRequestSchema, {
        ...window,
        interval,
        groupBy: oneOf(['', 'model', 'agent']),
      });
      const found = await service.series(request, reader(project));
      const width = hours * HOUR;
      for (const series of toSeries(found)) {
        const ofGroup = all.filter(
          ({ model, agent_name }) =>
            request.groupBy === '' || series.group === (request.groupBy === 'model' ? model : agent_name),
        );
        for (const point of series.points ?? []) {
          const start = (point.timestamp as { seconds: bigint }).seconds * SECOND;
          const own = recount(ofGroup.filter((row) => BigInt(row.at) / width === start / width));
          assert.deepEqual(
            [point.calls, point.errors, point.cost, point.unpricedCalls],
            [own.calls, own.errors, own.cost, own.unpricedCalls],
            `${message}: ${interval}`,
          );
        }
      }
    }
  }

  it('equals a recount of the steps after any order of spans, counts, deletions and interruptions', async () => {
    const project = await world.newProject();
    const traces: ReturnType<typeof newTrace>[] = [];
    for (let round = 0; round < 12; round++) {
      const action = round < 4 ? 'write' : oneOf(['write', 'more', 'count', 'count', 'delete', 'break', 'break count']);
      if (action === 'write') {
        for (let nth = 0; nth < 3; nth++) {
          const trace = newTrace();
          traces.push(trace);
          await write(project.number, trace, oneOf(['one', 'two', '', 'svc.judge']));
        }
        await assemble();
      } else if (action === 'more') {
        await write(project.number, oneOf(traces));
        await assemble();
      } else if (action === 'count') await count();
      else if (action === 'delete') await deleteTrace(project, oneOf(traces).traceId);
      else if (action === 'break') {
        await write(project.number, oneOf(traces));
        await assert.rejects(assemble(interrupted(oneOf(['before', 'after']), 'agent_steps')));
        await check(project, `${round} interrupted`);
        await count();
        await check(project, `${round} interrupted, counted`);
        await assemble();
      } else {
        await world.changes.mark(project.number, [oneOf(traces).start]);
        await count(interrupted(oneOf(['before', 'after']), 'llm_figures')).catch(() => undefined);
      }
      await check(project, `${round} ${action}`);
    }
    await count();
    assert.equal(await world.relational.client.llmChangedPeriod.count({ where: { projectNumber: project.number } }), 0);
    await check(project, 'all counted');
    const stored = await world.store.query<{ rows: string }>({
      sql: 'SELECT count() AS rows FROM llm_figures FINAL WHERE project_number = {project:UInt32}',
      parameters: { project: project.number },
      limits: { timeoutMs: 10_000, maxRowsToRead: 1_000_000, maxResultRows: 10, maxMemoryBytes: 100_000_000 },
    });
    assert.ok(Number(stored[0]?.rows) > 0);
  });

  /** A store whose process is killed around an insert into a table. */
  function interrupted(when: string, table: string): ColumnStore {
    return new Proxy(world.store, {
      get(target, name: keyof ColumnStore) {
        if (name !== 'insertBlock') {
          const value = target[name];
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (...[block, options]: Parameters<ColumnStore['insertBlock']>) => {
          if (block.table !== table) return target.insertBlock(block, options);
          if (when === 'after') await target.insertBlock(block, options);
          throw new Error('killed');
        };
      },
    });
  }

  async function deleteTrace(project: Project, traceId: string): Promise<void> {
    const where = [sql`trace_id = toFixedString(unhex(${stringParam(traceId)}), 16)`];
    await world.changes.whileDeleting(where, reader(project), async () => {
      await reader(project).delete({ from: AGENT_STEPS, during: 'retention', where });
      const ofTrace = [sql`has(trace_ids, toFixedString(unhex(${stringParam(traceId)}), 16))`];
      await reader(project).delete({ from: AGENT_RUNS, during: 'retention', where: ofTrace });
    });
  }

  it('reads the figures of unchanged periods from where they are stored', async () => {
    const project = await world.newProject();
    const trace = newTrace();
    await write(project.number, trace, 'one');
    await assemble();
    await count();
    // Steps that vanish without a mark are still in the figures, which therefore were not counted again.
    await reader(project).delete({ from: AGENT_STEPS, during: 'retention', where: [sql`1`] });
    const { total } = await summaryOf(project, {
      startTime: at(trace.start - 48n * HOUR),
      endTime: at(trace.start + 72n * HOUR),
    });
    assert.ok(total && total.calls > 0n);
  });

  it('ranks persons by cost whatever their IDs, and counts runs without a person apart', async () => {
    const project = await world.newProject();
    const person = async (distinctId: string, calls: number) => {
      const { traceId } = newTrace();
      const root = { traceId, spanId: newSpanId(), timestamp: now() - HOUR, distinctId };
      const own = Array.from({ length: calls }, () =>
        callSpan(project.number, { ...root, spanId: newSpanId(), parentSpanId: root.spanId }),
      );
      await world.telemetry.spans([agentSpan(project.number, root), ...own]);
    };
    await person('ann', 2);
    await person('ann-phone', 2);
    await person('bob', 3);
    await person('', 5);
    await assemble();
    await world.store.command(
      `INSERT INTO person_overrides (project_number, distinct_id, canonical_distinct_id, version) VALUES ({project:UInt32}, 'ann-phone', 'ann', 1)`,
      { project: project.number },
    );
    const ask = async (limit?: number) =>
      toTopPersons(
        await service.topPersons(
          create(LlmFiguresTopPersonsRequestSchema, limit === undefined ? {} : { limit }),
          reader(project),
        ),
      );
    const found = await ask();
    assert.deepEqual(
      found.persons?.map(({ personId: id, distinctId, figures }) => [
        id,
        distinctId,
        figures?.runs,
        figures?.calls,
        figures?.cost,
      ]),
      [
        [personId(project.id, 'ann'), 'ann', 2n, 4n, '0.014'],
        [personId(project.id, 'bob'), 'bob', 1n, 3n, '0.0105'],
      ],
    );
    assert.deepEqual(
      [found.personCount, found.withoutPerson?.runs, found.withoutPerson?.calls, found.withoutPerson?.inputTokens],
      [2n, 1n, 5n, 5_000n],
    );
    assert.deepEqual(
      (await ask(1)).persons?.map(({ distinctId }) => distinctId),
      ['ann'],
    );
    assert.equal((await ask(1)).personCount, 2n);
  });
});
