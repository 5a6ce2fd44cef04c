import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { MemoryStore } from '@svc/cache';
import {
  FlagsDecideRequestSchema,
  FlagSourceContextsResponseSchema,
  FlagSourceExposeResponseSchema,
  FlagSourceReadResponseSchema,
  FlagSourceVersionsResponseSchema,
  ProjectContextSchema,
  type FlagsDecideRequest,
  type FlagSource,
  type JsonObject,
} from '@svc/contract';
import { compileFlag, Evaluator, type FlagCondition, type FlagDefinition } from '@svc/flags';
import { createLogger } from '@svc/observability';
import type { Client } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import type { Caller } from './caller.js';
import { ContextLoader } from './context-loader.js';
import { Decisions } from './decisions.js';
import { Exposures } from './exposures.js';
import { FlagSets } from './flag-sets.js';

const NOW = Date.UTC(2026, 0, 2);
const project = create(ProjectContextSchema, { id: 'p', number: 1, retentionDays: 30 });

function flag(
  key: string,
  conditions: readonly FlagCondition[],
  changes: Partial<FlagDefinition> = {},
): FlagDefinition {
  const filters = { groups: [{ conditions }] };
  return { key, name: '', active: true, type: 'boolean', variants: [], filters, tags: [], version: 1, ...changes };
}
const person = (key: string, value: unknown) => ({ type: 'person', key, operator: 'eq', value }) as FlagCondition;

const FLAGS = [
  flag('all', []),
  flag('plan "é"', [person('plan', 'pro')]),
  flag('both', [person('plan', 'pro'), person('size', 5)]),
  flag('off', [person('size', 5)], { active: false }),
  flag('half', [], {
    type: 'multivariate',
    variants: [
      { key: 'a', weight: 50, payload: { text: 'ü"' } },
      { key: 'b', weight: 50 },
    ],
    filters: { groups: [{ conditions: [], rollout_percentage: 50 }] },
  }),
  flag('company', [{ type: 'group', group_type: 'company', key: 'size', operator: 'gt', value: 1 }]),
  flag('strict', [{ ...person('plan', 'pro'), source: 'server' }]),
  flag('strict company', [
    { type: 'group', group_type: 'company', key: 'size', operator: 'gt', value: 1, source: 'server' },
  ]),
  flag('member', [{ type: 'cohort', key: 'c1', operator: 'in' }]),
];

describe('deciding flags where requests arrive', () => {
  const cache = new MemoryStore();
  const asked: string[][] = [];
  const exposed: unknown[][] = [];
  let isRecorderGone = false;
  let stored: Record<string, string> | undefined;
  const source: Client<typeof FlagSource> = {
    read: () =>
      Promise.resolve(
        create(FlagSourceReadResponseSchema, { version: 7n, definitions: Buffer.from(JSON.stringify(FLAGS)) }),
      ),
    versions: () => Promise.resolve(create(FlagSourceVersionsResponseSchema, { versions: { p: 7n } })),
    expose: ({ exposures = [] }) => {
      exposed.push(exposures.map(({ flag = '', enabled, variant }) => [flag, variant ?? enabled]));
      return isRecorderGone
        ? Promise.reject(new ServiceError('unavailable'))
        : Promise.resolve(create(FlagSourceExposeResponseSchema));
    },
    contexts: ({ distinctIds = [], groups = [] }) => {
      asked.push([...distinctIds]);
      if (!stored) return Promise.reject(new ServiceError('unavailable'));
      const persons = distinctIds.map((id) => ({
        properties: stored?.[id] ?? '{}',
        serverProperties: id === 'customer' ? '{"plan":"pro"}' : '{}',
        memberships: { c1: id === 'member' },
      }));
      return Promise.resolve(
        create(FlagSourceContextsResponseSchema, {
          persons,
          groups: groups.map(() => ({ properties: '{"size":2}', serverProperties: '{"size":3}' })),
        }),
      );
    },
  };
  let sets: FlagSets;
  let decisions: Decisions;
  let exposures: Exposures;
  beforeAll(async () => {
    sets = new FlagSets(source, cache.pubSub);
    await sets.onModuleInit();
    const logger = createLogger({ service: 'test', level: 'silent' });
    exposures = new Exposures(source, logger);
    decisions = new Decisions(sets, new ContextLoader(source, logger), exposures, () => NOW);
  });
  afterAll(async () => {
    await sets.onModuleDestroy();
    await cache.close();
  });

  interface Answer {
    readonly flags: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly [name: string]: unknown;
  }
  const BACKEND = { isPublishable: false, mayRecordExposures: true };
  const decide = async (
    request: Partial<Omit<FlagsDecideRequest, '$typeName'>>,
    caller: Caller = BACKEND,
  ): Promise<Answer> => {
    const { view } = await decisions.decide(
      create(FlagsDecideRequestSchema, { distinctId: 'd', ...request }),
      project,
      caller,
    );
    return JSON.parse(Buffer.from(view).toString()) as Answer;
  };
  const LOCAL = ['all', 'plan "é"', 'both', 'off', 'half'];

  it('tells anybody the outcome of a flag, and nothing about how it came about', async () => {
    stored = { ann: '{"plan":"pro"}' };
    const anybody = { isPublishable: true, mayRecordExposures: false };
    const recorded = exposed.length;
    const { flags } = await decide(
      { distinctId: 'ann', flagKeys: ['plan "é"', 'half'], includeReasons: true, sendExposure: true },
      anybody,
    );
    for (const flag of Object.values(flags)) {
      assert.deepEqual(Object.keys(flag).sort(), ['enabled', 'payload', 'variant', 'version']);
    }
    await exposures.flush();
    assert.equal(exposed.length, recorded);
    await assert.rejects(decide({ distinctId: 'ann', explain: true }, anybody), { code: 'permission_denied' });
  });

  it('takes server-written values from the store only', async () => {
    stored = { customer: '{"plan":"free"}', page: '{"plan":"pro"}' };
    const enabled = async (distinctId: string, more: object = {}) =>
      Object.values((await decide({ distinctId, flagKeys: ['strict'], ...more })).flags).map((each) => each['enabled']);
    assert.deepEqual(await enabled('customer'), [true]);
    assert.deepEqual(await enabled('page'), [false]);
    assert.deepEqual(await enabled('page', { personProperties: { plan: 'pro' } }), [false]);
    const company = { flagKeys: ['strict company'], groupProperties: { company: { size: 0 } } };
    assert.deepEqual(await enabled('page', { ...company, groups: { company: 'acme' } }), [true]);
    assert.deepEqual(await enabled('page', company), [false]);
    stored = undefined;
    assert.deepEqual(await enabled('customer', { personProperties: { plan: 'pro' } }), [], 'unknown, never guessed');
  });

  it('reads nothing for a flag that the request, or a condition that fails anyway, decides', async () => {
    asked.length = 0;
    for (const personProperties of [{ plan: 'pro', size: 5 }, { plan: 'free' }] as JsonObject[]) {
      const { flags, ...rest } = await decide({ flagKeys: LOCAL, personProperties });
      assert.deepEqual(rest, {
        project_id: 'p',
        snapshot_version: 7,
        evaluated_at: '2026-01-02T00:00:00.000Z',
        errors_while_computing: false,
        errors: {},
      });
      assert.deepEqual(Object.keys(flags), LOCAL);
      assert.equal(flags['both']?.['enabled'], 'size' in personProperties);
    }
    assert.deepEqual(asked, []);
  });

  it('reads only missing values; sent ones take precedence over stored ones', async () => {
    stored = { ann: '{"plan":"pro","size":5}', member: '{"plan":"free"}' };
    asked.length = 0;
    const [ann, bob, member, other] = await Promise.all([
      decide({ distinctId: 'ann', groups: { company: 'acme' } }),
      decide({ distinctId: 'bob' }),
      decide({ distinctId: 'member', personProperties: { size: 5 } }),
      decide({ distinctId: 'ann', personProperties: { plan: 'free' } }),
    ]);
    // A busy machine may evaluate in several turns, and then reads in several batches; batch-loader.spec is about those.
    assert.deepEqual([...new Set(asked.flat())].toSorted(), ['ann', 'bob', 'member']);
    const on = ({ flags }: Answer, ...but: string[]) =>
      Object.keys(flags).filter((key) => flags[key]?.['enabled'] === true && key !== 'half' && !but.includes(key));
    assert.deepEqual(on(ann), ['all', 'plan "é"', 'both', 'company', 'strict company']);
    assert.deepEqual(on(bob), ['all']);
    assert.deepEqual(on(member), ['all', 'member']);
    assert.deepEqual(on(other), ['all']);
  });

  it('leaves out unknown flags, and reports them', async () => {
    stored = undefined;
    const { flags, ...rest } = await decide({ groups: { company: 'acme' } });
    assert.deepEqual(Object.keys(flags), ['all', 'off', 'half']);
    assert.equal(rest['errors_while_computing'], true);
    const missing = ['plan "é"', 'both', 'company', 'strict', 'strict company', 'member'].map((key) => [
      key,
      'unavailable',
    ]);
    assert.deepEqual(rest['errors'], Object.fromEntries(missing));
  });

  it('writes the result of the evaluator, with all its reasons or without any', async () => {
    stored = {};
    for (let user = 0; user < 200; user++) {
      const { flags } = await decide({ distinctId: `u${user}`, flagKeys: ['half'], includeReasons: user % 2 === 0 });
      const definition = FLAGS.find(({ key }) => key === 'half');
      assert.ok(definition);
      const none = { values: {}, isComplete: true };
      const evaluator = new Evaluator(new Map(), {
        distinctId: `u${user}`,
        nowMs: NOW,
        groups: {},
        personProperties: none,
        groupProperties: {},
        serverPersonProperties: none,
        serverGroupProperties: {},
        isCohortMember: () => false,
      });
      const found = evaluator.evaluate(compileFlag(definition));
      assert.ok(found);
      const { enabled, variant, payload, reason, hash } = found;
      const { reason: shown, hash: shownHash, ...rest } = flags['half'] ?? {};
      assert.deepEqual(rest, { enabled, variant, payload, version: 1 });
      if (user % 2 === 1) assert.deepEqual([shown, shownHash], [undefined, undefined]);
      else {
        const index = found.conditionIndex !== undefined && { condition_index: found.conditionIndex };
        assert.deepEqual(shown, { code: reason, ...index });
        assert.equal(shownHash, Math.floor((hash ?? 0) * 1e6) / 1e6);
      }
    }
  });

  it('describes a reason only in an explanation, whichever was requested first', async () => {
    const description = async (request: object): Promise<unknown> => {
      const { flags } = await decide({ flagKeys: ['all'], ...request });
      return (flags['all']?.['reason'] as { description?: string } | undefined)?.description;
    };
    assert.equal(await description({}), undefined);
    assert.equal(await description({ explain: true }), 'All conditions of the group hold.');
    assert.equal(await description({}), undefined);
    assert.equal(await description({ explain: true, includeReasons: false }), undefined);
  });

  it('records exposures on request, once a day, and again while the recorder is gone', async () => {
    stored = undefined;
    const request = { distinctId: 'seen', flagKeys: ['all', 'off', 'half', 'member'], sendExposure: true };
    isRecorderGone = true;
    const { flags } = await decide(request);
    await exposures.flush();
    isRecorderGone = false;
    await decide(request);
    await decide({ ...request, sendExposure: false, distinctId: 'unseen' });
    await exposures.flush();
    await decide(request);
    await exposures.flush();
    // A flag that could not be evaluated was not seen.
    const shown = [
      ['all', true],
      ['off', false],
      ['half', flags['half']?.['variant'] ?? false],
    ];
    assert.deepEqual(exposed, [shown, shown]);
  });

  it('answers an empty list for keys without flags', async () => {
    assert.deepEqual((await decide({ flagKeys: ['unknown'] })).flags, {});
  });
});
