import assert from 'node:assert/strict';
import { fromJson, type JsonObject } from '@bufbuild/protobuf';
import type { ColumnStore } from '@svc/columnar';
import { LlmPricingSetRequestSchema } from '@svc/contract';
import { createCursors } from '@svc/pagination';
import { Scope } from '@svc/reading/statement';
import { testReader } from '@svc/reading/testing';
import { BackfillsService } from '../../prices/backfill/backfills.service.js';
import { PRICE_BACKFILLS, type Backfill } from '../../prices/index.js';
import { OverridesRepository } from '../../prices/overrides.repository.js';
import { PriceOverrides } from '../../prices/price-overrides.js';
import { PricesService } from '../../prices/prices.service.js';
import { callSpan, newTraceId, openRunWorld, SECOND, type RunWorld } from '../runs.fixture.js';
import { PriceBackfill } from './price-backfill.js';

const HOUR = 3_600n * SECOND;
const MODEL = 'acme/large:free';
/** A thousand tokens of input and a hundred of output cost 0.0007 dollars. */
const RATES = { input_cost_per_token: '0.0000005', output_cost_per_token: '0.000002' };

describe('backfill of prices', () => {
  let world: RunWorld;
  let overrides: PriceOverrides;
  let backfills: BackfillsService;
  let prices: PricesService;
  beforeAll(async () => {
    world = await openRunWorld();
    await world.store.command('TRUNCATE TABLE ai_arrivals');
    const repository = new OverridesRepository(world.relational);
    overrides = new PriceOverrides(repository);
    const cursors = createCursors('a secret for cursors in tests');
    prices = new PricesService(repository, overrides, cursors, world.clock);
    backfills = new BackfillsService(overrides, world.relational, world.clock);
  });
  afterAll(() => world.stop());

  async function write(hoursAgo: readonly number[], model = MODEL) {
    const project = await world.newProject();
    const now = BigInt(Date.now()) * 1_000_000n;
    const spans = hoursAgo.map((hours, nth) => {
      const spanId = (nth + 1).toString(16).padStart(16, '0');
      const place = { traceId: newTraceId(), spanId, timestamp: now - BigInt(Math.round(hours * 60)) * (HOUR / 60n) };
      return callSpan(project.number, place, { 'gen_ai.provider.name': 'vllm', 'gen_ai.request.model': model });
    });
    await world.telemetry.spans(spans);
    const assembly = world.newAssembly();
    await assembly.resume(world.tools);
    await assembly.pass(world.tools);
    const reader = () => testReader(world.store, Scope.of(project));
    const since = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
    return {
      project,
      since,
      set: (body: JsonObject) => {
        const request = fromJson(LlmPricingSetRequestSchema, { model, ...RATES, ...body });
        return backfills.set(request, 'somebody', reader(), () => prices.set(project.id, 'somebody', request));
      },
      costs: async () => {
        const rows = await world.store.query<{ cost: string | null; price_id: string }>({
          sql: `SELECT toString(cost) AS cost, price_id FROM agent_steps FINAL WHERE project_number = {project:UInt32} ORDER BY timestamp`,
          parameters: { project: project.number },
          limits: { timeoutMs: 10_000, maxRowsToRead: 1e6, maxResultRows: 1_000, maxMemoryBytes: 1e8 },
        });
        return rows.map(({ cost }) => cost);
      },
      changedPeriods: () =>
        world.relational.client.llmChangedPeriod.count({ where: { projectNumber: project.number } }),
    };
  }

  async function runJob(priceId: string, store: ColumnStore = world.store): Promise<void> {
    const row = await world.relational.client.job.findFirstOrThrow({
      where: { queue: PRICE_BACKFILLS.name, key: priceId },
    });
    const assembly = world.newProjectAssembly(store, overrides);
    const job = { ...row, payload: row.payload as unknown as Backfill, lastError: null };
    const handler = new PriceBackfill(world.newJobs(), world.repository, assembly, overrides, store, world.clock);
    await handler.handle({ job, ...world.tools });
  }

  const plain = ({ backfill: found }: Awaited<ReturnType<BackfillsService['set']>>) =>
    found && [found.calls, found.unpricedCalls, found.costBefore, found.costAfter];

  it('counts in a dry run what it changes later, and changes nothing outside the time', async () => {
    const { set, costs, since, project, changedPeriods } = await write([3, 2.1, 1.5, 0.5, 0.1]);
    const body = { effective_from: since(2), backfill: true };
    const draft = await set({ ...body, dry_run: true });
    assert.deepEqual([draft.id, plain(draft)], [undefined, [3n, 3n, '0', '0.0021']]);
    assert.equal((await overrides.overridesOf(project.id)).length, 0);
    assert.deepEqual(await costs(), [null, null, null, null, null]);
    const price = await set(body);
    assert.deepEqual(plain(price), [3n, 3n, '0', '0.0021']);
    await world.relational.client.llmChangedPeriod.deleteMany();
    await runJob(price.id ?? '');
    assert.deepEqual(await costs(), [null, null, '0.0007', '0.0007', '0.0007']);
    const runs = await world.runs(project.number);
    assert.deepEqual(runs.map(({ cost }) => cost).toSorted(), ['0.0007', '0.0007', '0.0007', null, null].toSorted());
    assert.ok((await changedPeriods()) > 0, 'the figures of the hours are counted again');
    const again = await set(body);
    assert.deepEqual([again.id, plain(again)], [price.id, [0n, 0n, '0', '0']]);
  });

  it('leaves calls for which another price comes first', async () => {
    const { set, costs, since } = await write([1.5, 0.5]);
    const first = await set({ effective_from: since(1), backfill: true });
    await runJob(first.id ?? '');
    assert.deepEqual(await costs(), [null, '0.0007']);
    const wide = await set({ model: 'acme/*', output_cost_per_token: 1, effective_from: since(2), backfill: true });
    assert.deepEqual(plain(wide), [1n, 1n, '0', '100.0005']);
    await runJob(wide.id ?? '');
    assert.deepEqual(await costs(), ['100.0005', '0.0007']);
  });

  it('continues after an interruption at any insert', async () => {
    for (let inserts = 0; inserts < 7; inserts++) {
      const { set, costs, since } = await write([0.5, 0.4, 0.3]);
      const price = await set({ effective_from: since(1), backfill: true });
      let left = inserts;
      const store = new Proxy(world.store, {
        get(target, name: keyof ColumnStore) {
          if (name !== 'insertBlock') {
            const value = target[name];
            return typeof value === 'function' ? value.bind(target) : value;
          }
          return (...[block, options]: Parameters<ColumnStore['insertBlock']>) => {
            if (left-- === 0) throw new Error('killed');
            return target.insertBlock(block, options);
          };
        },
      });
      await runJob(price.id ?? '', store).catch(() => undefined);
      await runJob(price.id ?? '');
      assert.deepEqual(await costs(), ['0.0007', '0.0007', '0.0007'], String(inserts));
    }
  });

  it('requires a time in the past', async () => {
    const { set } = await write([]);
    const bodies: JsonObject[] = [
      { backfill: true },
      { dry_run: true },
      { backfill: true, effective_from: '2099-01-01T00:00:00Z' },
    ];
    for (const body of bodies) await assert.rejects(set(body), { code: 'invalid_request' });
  });
});
