import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PostHog } from 'posthog-node';
import { Evaluator, compileFlag, type FlagCondition, type FlagDefinition, type Json } from '../index.js';
import { toEvaluationContext } from '../testing/vector-context.js';
import { aggregatedTypes, toLocalDefinition } from './local-definition.js';

const TEXTS = [
  'pro',
  'Pro',
  'pro plan',
  'a.c',
  'abc',
  '5',
  '5.0',
  '7',
  '-1',
  '1e3',
  'true',
  'null',
  '',
  'é',
  '5 apples',
  'no',
];
const scalars = fc.constantFrom<Json>(...TEXTS, 5, 7, -1, 0.5, true, false, null);
const operators = fc.constantFrom(
  ...(['eq', 'neq', 'contains', 'not_contains', 'icontains', 'not_icontains', 'starts_with', 'ends_with'] as const),
  ...(['gt', 'gte', 'lt', 'lte', 'is_set', 'is_not_set', 'in', 'not_in', 'regex', 'semver_gt'] as const),
);

const property = (type: 'person' | 'group') =>
  fc
    .record({
      key: fc.constantFrom('plan', 'size'),
      operator: operators,
      scalar: scalars,
      list: fc.array(scalars, { maxLength: 3 }),
      negate: fc.boolean(),
      case_insensitive: fc.boolean(),
    })
    .map(({ scalar, list, ...condition }): FlagCondition => {
      const isList = condition.operator === 'in' || condition.operator === 'not_in';
      return { type, ...(type === 'group' && { group_type: 'company' }), value: isList ? list : scalar, ...condition };
    });

const variants = fc.constantFrom<FlagDefinition['variants']>(
  [],
  [
    { key: 'a', weight: 33.33, payload: { text: 'ü' } },
    { key: 'b', weight: 66.66, payload: 'fast' },
  ],
  [
    { key: 'x', weight: 100 },
    { key: 'never', weight: 0 },
  ],
);

const flags = fc.boolean().chain((isOfCompany) =>
  fc
    .record({
      active: fc.constantFrom(true, true, true, false),
      variants,
      groups: fc.array(
        fc.record({
          conditions: fc.array(property(isOfCompany ? 'group' : 'person'), { maxLength: 2 }),
          rollout_percentage: fc.constantFrom(0, 12.5, 50, 100),
        }),
        { maxLength: 3 },
      ),
    })
    .map(({ groups, ...flag }): FlagDefinition => {
      const filters = { groups, ...(isOfCompany && { aggregation: 'company' }) };
      const type = flag.variants.length > 0 ? 'multivariate' : 'boolean';
      return { key: 'f', name: '', type, tags: [], version: 1, ...flag, filters };
    }),
);

/** An SDK that has these flags from its service, which does not answer anything else. */
function createSdk(definitions: readonly FlagDefinition[]): PostHog {
  const types = aggregatedTypes(definitions);
  const body = {
    flags: definitions.map((flag) => toLocalDefinition(flag, types)),
    group_type_mapping: Object.fromEntries(types.map((type, index) => [String(index), type])),
    cohorts: {},
    property_matching_version: 2,
  };
  return new PostHog('key', {
    personalApiKey: 'secret',
    host: 'http://127.0.0.1:9',
    preloadFeatureFlags: false,
    featureFlagsPollingInterval: 3_600_000,
    disableGeoip: true,
    fetch: () => Promise.resolve(Response.json(body)),
  });
}

/** The value that the SDK finds by itself; undefined if it would ask its service. */
async function evaluateLocally(
  definition: FlagDefinition,
  distinctId: string,
  properties: Record<string, Json>,
): Promise<unknown> {
  const sdk = createSdk([definition]);
  try {
    const { featureFlags = {}, featureFlagPayloads = {} } = await sdk.getAllFlagsAndPayloads(distinctId, {
      onlyEvaluateLocally: true,
      groups: { company: 'acme' },
      personProperties: properties,
      groupProperties: { company: properties },
    });
    const { [definition.key]: value } = featureFlags;
    return value === undefined ? undefined : { value, payload: featureFlagPayloads[definition.key] ?? null };
  } finally {
    await sdk.shutdown();
  }
}

function evaluateHere(definition: FlagDefinition, distinctId: string, properties: Record<string, Json>): unknown {
  const context = toEvaluationContext({
    distinct_id: distinctId,
    groups: { company: 'acme' },
    person_properties: properties,
    group_properties: { company: properties },
  });
  const { enabled, variant, payload } = new Evaluator(new Map(), context).evaluate(compileFlag(definition)) ?? {};
  return { value: enabled === true ? (variant ?? true) : false, payload: payload ?? null };
}

const flag = (filters: FlagDefinition['filters'], more: Partial<FlagDefinition> = {}): FlagDefinition => {
  return { key: 'f', name: '', active: true, type: 'boolean', variants: [], tags: [], version: 1, ...more, filters };
};
const on = (condition: Partial<FlagCondition>): FlagDefinition =>
  flag({ groups: [{ conditions: [{ type: 'person', key: 'plan', operator: 'eq', value: 'pro', ...condition }] }] });

describe('definitions for local evaluation by SDKs of PostHog', () => {
  // The SDK warns of each flag that it leaves to its service.
  const { warn } = console;
  beforeAll(() => {
    console.warn = () => undefined;
  });
  afterAll(() => {
    console.warn = warn;
  });

  it('have the result that they have here, or none, in the SDK', async () => {
    let decided = 0;
    const ids = fc.string({ minLength: 1, maxLength: 8 });
    const known = fc.record({ plan: scalars, size: scalars });
    await fc.assert(
      fc.asyncProperty(flags, ids, known, async (definition, id, properties) => {
        const local = await evaluateLocally(definition, id, properties);
        if (local === undefined) return;
        decided++;
        assert.deepEqual(local, evaluateHere(definition, id, properties));
      }),
      { numRuns: 1_000 },
    );
    assert.ok(decided > 300, `only ${decided} of 1,000 were decided locally`);
  });

  it.each<[string, Partial<FlagCondition>]>([
    ['a text', {}],
    ['one of several texts', { operator: 'in', value: ['pro', 'team (new)'] }],
    ['no such text', { operator: 'neq', value: 'free' }],
    ['a text without case', { value: 'PRO', case_insensitive: true }],
    ['a part of it', { operator: 'icontains', value: 'RO' }],
    ['an end', { operator: 'ends_with', value: 'pro' }],
    ['a number', { key: 'size', value: 5 }],
    ['an order', { key: 'size', operator: 'gte', value: 4.5 }],
    ['true', { key: 'paid', value: true }],
    ['whether it is known', { key: 'paid', operator: 'is_set', value: undefined }],
  ])('test %s in the process of the SDK', async (_, condition) => {
    const properties = { plan: 'pro', size: 5, paid: true };
    assert.deepEqual(await evaluateLocally(on(condition), 'ann', properties), { value: true, payload: null });
  });

  it.each<[string, FlagDefinition]>([
    ['a cohort', on({ type: 'cohort', key: 'c', operator: 'in', value: undefined })],
    ['another flag', on({ type: 'flag', key: 'g', value: true })],
    ['values of a server', on({ source: 'server' })],
    ['a pattern', on({ operator: 'regex', value: '^p' })],
    ['a version', on({ operator: 'semver_gt', value: '1.0.0' })],
    ['a time', on({ operator: 'date_after', value: '-7d' })],
    ['a network', on({ operator: 'in_cidr', value: '10.0.0.0/8' })],
    ['null', on({ value: null })],
    ['a text beyond ASCII', on({ value: 'é' })],
    ['a property that SDKs set', on({ key: 'distinct_id' })],
    ['another hash', flag({ groups: [], bucketing: 'murmur3_100' })],
    ['another salt', flag({ groups: [], salt: 'old' })],
    ['another ID', flag({ groups: [], bucket_by: 'person_id' })],
    ['a holdout', flag({ groups: [], holdout: { key: 'h', percentage: 5 } })],
    ['a company of a person', on({ type: 'group', group_type: 'company' })],
    [
      'a payload while it is off',
      flag({ groups: [] }, { active: false, variants: [{ key: 'a', weight: 100, payload: 1 }], default_variant: 'a' }),
    ],
    [
      'a variant of one group',
      flag(
        { groups: [{ conditions: [], variant: 'a' }, { conditions: [] }] },
        { variants: [{ key: 'a', weight: 100 }] },
      ),
    ],
  ])('leave to the service what depends on %s', async (_, definition) => {
    assert.equal(await evaluateLocally(definition, 'ann', { plan: 'pro' }), undefined);
  });

  it('leave a property that the application does not know to the service', async () => {
    assert.equal(await evaluateLocally(on({ operator: 'neq' }), 'ann', {}), undefined);
  });
});
