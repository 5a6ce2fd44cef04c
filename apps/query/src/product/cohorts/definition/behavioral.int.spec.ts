import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { JsonObject } from '@svc/contract';
import { PatternBudget } from '@svc/property-filters';
import { ampleBudget, DAY, HOUR, NOW, testScope } from '@svc/reading/testing';
import { rounds } from '@svc/test-servers';
import fc from 'fast-check';
import { writeOverrides } from '../../../customers/persons/identity/overrides.js';
import { EventWriter, type EventFixture } from '../../events/events.fixture.js';
import { readBehavioralLeaf } from './behavioral-leaf.js';
import { behavioralCondition } from './behavioral.js';

interface Counted {
  readonly op: string;
  readonly value: number;
}

const MERGES: Readonly<Record<string, string>> = { p7: 'p1', p8: 'p1', p9: 'p2' };
const canonical = (id: string): string => MERGES[id] ?? id;
const isIn = (at: bigint, from: bigint, to: bigint): boolean => at >= from && at < to;
const days = (length: unknown): bigint => BigInt(Number(String(length).slice(0, -1))) * DAY;

function compares(count: number, { op, value }: Counted): boolean {
  switch (op) {
    case 'eq':
      return count === value;
    case 'neq':
      return count !== value;
    case 'gt':
      return count > value;
    case 'gte':
      return count >= value;
    case 'lt':
      return count < value;
    default:
      return count <= value;
  }
}

/** A second implementation of a leaf, one person at a time. */
function expected(events: readonly EventFixture[], leaf: JsonObject): string[] {
  const people = [...new Set(events.map(({ id }) => canonical(id)))];
  const count = (leaf['count'] ?? { op: 'gte', value: 1 }) as unknown as Counted;
  const window = leaf['window'] as { last?: string } | undefined;
  const from = NOW - days(window?.last ?? '30d');
  const holds = (person: string): boolean => {
    const own = new Map(
      events
        .filter(
          ({ id, event, properties }) =>
            canonical(id) === person && event === 'buy' && (!leaf['filters'] || properties?.['plan'] === 'pro'),
        )
        .filter(({ at }) => at < NOW)
        .map(({ message, at }) => [message, at]),
    );
    const times = [...own.values()];
    const between = (start: bigint, end: bigint): number => times.filter((at) => isIn(at, start, end)).length;
    switch (leaf['op'] as string) {
      case 'performed':
        return compares(between(from, NOW), count);
      case 'not_performed':
        return !compares(between(from, NOW), count);
      case 'first_time':
        return between(from, NOW) > 0 && times.every((at) => at >= from);
      case 'regularly': {
        const period = days(leaf['period']);
        const each = Array.from({ length: Number(leaf['periods']) }, (_, index) =>
          between(NOW - BigInt(index + 1) * period, NOW - BigInt(index) * period),
        );
        return each.filter((number) => compares(number, count)).length >= Number(leaf['at_least']);
      }
      case 'stopped':
        return between(from - days(leaf['before']), from) > 0 && between(from, NOW) === 0;
      default: {
        const gap = from - days(leaf['pause']);
        return between(from, NOW) > 0 && between(gap, from) === 0 && times.some((at) => at < gap);
      }
    }
  };
  return people.filter(holds).sort();
}

const events = fc
  .array(
    fc.record({
      at: fc
        .oneof(
          fc.integer({ min: 0, max: 20 * 24 }),
          fc.integer({ min: 0, max: 9 }).map((day) => day * 24),
        )
        .map((hours) => NOW - BigInt(hours) * HOUR),
      id: fc.integer({ min: 0, max: 9 }).map((nth) => `p${nth}`),
      event: fc.constantFrom('buy', 'buy', 'look'),
      properties: fc.constantFrom({ plan: 'pro' }, { plan: 'free' }, {}),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => {
    const named = rows.map((row, index) => ({ ...row, message: `m${index}` }));
    // Some events were sent again.
    return [...named, ...named.filter((_, index) => index % 5 === 0)];
  });

const some = fc.integer({ min: 1, max: 9 }).map((number) => `${number}d`);
const counts = fc.record({
  op: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
  value: fc.integer({ min: 0, max: 3 }),
});
const window = some.map((last) => ({ last }));
const filters = fc.constantFrom(undefined, [{ field: 'property.plan', op: 'eq', value: 'pro' }]);
const leaves = fc
  .oneof(
    fc.record({ op: fc.constantFrom('performed', 'not_performed'), count: counts, window, filters }),
    fc.record({ op: fc.constant('first_time'), window, filters }),
    fc.record({
      op: fc.constant('regularly'),
      count: counts,
      period: some,
      periods: fc.constant(3),
      at_least: fc.integer({ min: 1, max: 3 }),
      filters,
    }),
    fc.record({ op: fc.constant('stopped'), window, before: some, filters }),
    fc.record({ op: fc.constant('restarted'), window, pause: some, filters }),
  )
  .map((leaf) => JSON.parse(JSON.stringify({ type: 'event', event: 'buy', ...leaf })) as JsonObject);

describe('behavioral leaves', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  it('selects the same persons as the oracle, after merges and with repeated events', async () => {
    const writer = new EventWriter(engine.store);
    for (const [round, history] of fc.sample(events, { numRuns: rounds(3), seed: 7 }).entries()) {
      const project = round + 1;
      await writer.events(history.map((event) => ({ ...event, project })));
      await writeOverrides(engine.store, project, new Map(Object.entries(MERGES)), 1n);
      for (const leaf of fc.sample(leaves, { numRuns: 15, seed: round })) {
        const statement = behavioralCondition(
          readBehavioralLeaf(leaf, 'leaf', NOW, new PatternBudget()),
          NOW,
          testScope(project),
        );
        const rows = await engine.store.query<{ person: string }>(ampleBudget().statement(statement));
        const found = rows.map(({ person }) => person).sort();
        assert.deepEqual(found, expected(history, leaf), JSON.stringify(leaf));
      }
    }
  });

  it('rejects malformed leaves, naming the invalid part', () => {
    const leaf = { type: 'event', event: 'buy', op: 'performed' };
    for (const [change, path] of [
      [{ event: '' }, 'leaf.event'],
      [{ op: 'sequence' }, 'leaf.op'],
      [{ pause: '3d' }, 'leaf'],
      [{ count: { op: 'gte', value: -1 } }, 'leaf.count.value'],
      [{ count: { op: '>', value: 1 } }, 'leaf.count.op'],
      [{ window: { last: '0d' } }, 'leaf.window.last'],
      [{ window: { start: '2026-01-01T00:00:00Z' } }, 'leaf.window'],
      [{ window: { start: '2026-01-02T00:00:00Z', end: '2026-01-01T00:00:00Z' } }, 'leaf.window.end'],
      [{ filters: [{ field: 'property.x', op: 'like', value: 1 }] }, 'leaf.filters[0].op'],
      [{ op: 'regularly', periods: 3, at_least: 4 }, 'leaf.at_least'],
    ] as const) {
      const read = (): unknown =>
        readBehavioralLeaf({ ...leaf, ...change } as unknown as JsonObject, 'leaf', NOW, new PatternBudget());
      assert.throws(read, (error: { details?: { path: string }[] }) => error.details?.[0]?.path === path, path);
    }
  });
});
