import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileFlag, explain, Evaluator, murmur3, murmurPercent, sha1Place, type FlagDefinition } from './index.js';
import { toEvaluationContext } from './testing/vector-context.js';

function flag(changes: Partial<FlagDefinition> = {}): FlagDefinition {
  const filters = { groups: [{ conditions: [] }] };
  return { key: 'f', name: '', active: true, type: 'boolean', variants: [], filters, tags: [], version: 1, ...changes };
}

function evaluate(definition: FlagDefinition, distinctId: string) {
  const compiled = compileFlag(definition);
  return new Evaluator(
    new Map([[definition.key, compiled]]),
    toEvaluationContext({ distinct_id: distinctId }),
  ).evaluate(compiled);
}

const rollout = (percentage: number, bucketing: 'sha1_60' | 'murmur3_100') =>
  flag({ filters: { groups: [{ conditions: [], rollout_percentage: percentage }], bucketing } });

const schemes = fc.constantFrom('sha1_60' as const, 'murmur3_100' as const);
const id = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });

const NO_TURNS = { isDue: () => false, yield: () => Promise.resolve() };

describe('flag evaluation', () => {
  it('keeps everyone who was included when a rollout grows', () => {
    fc.assert(
      fc.property(id, fc.nat(100), fc.nat(100), schemes, (user, a, b, scheme) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        if (evaluate(rollout(low, scheme), user)?.enabled) assert.ok(evaluate(rollout(high, scheme), user)?.enabled);
      }),
    );
  });

  it('never matches at a rollout of 0 and always at 100', () => {
    fc.assert(
      fc.property(id, schemes, (user, scheme) => {
        assert.equal(evaluate(rollout(0, scheme), user)?.enabled, false);
        assert.equal(evaluate(rollout(100, scheme), user)?.enabled, true);
      }),
    );
  });

  it('distributes rollouts and variants as their percentages say', () => {
    const count = 20_000;
    for (const bucketing of ['sha1_60', 'murmur3_100'] as const) {
      const variants = [20, 30, 50].map((weight) => ({ key: `v${weight}`, weight }));
      const groups = [{ conditions: [], rollout_percentage: 40 }];
      const compiled = compileFlag(flag({ type: 'multivariate', variants, filters: { groups, bucketing } }));
      const seen = new Map<string | null, number>();
      for (let user = 0; user < count; user++) {
        const found = new Evaluator(new Map(), toEvaluationContext({ distinct_id: `user-${user}` })).evaluate(compiled);
        seen.set(found?.variant ?? null, (seen.get(found?.variant ?? null) ?? 0) + 1);
      }
      for (const [key, share] of [
        [null, 0.6],
        ['v20', 0.08],
        ['v30', 0.12],
        ['v50', 0.2],
      ] as const) {
        // Five standard deviations of a binomial distribution.
        const tolerance = 5 * Math.sqrt((share * (1 - share)) / count);
        assert.ok(Math.abs((seen.get(key) ?? 0) / count - share) < tolerance, `${bucketing} ${key}: ${seen.get(key)}`);
      }
    }
  });

  it('keeps the variant when the rollout changes, and when weight moves between others', () => {
    const at = (percentage: number, weights: readonly number[]) =>
      flag({
        type: 'multivariate',
        variants: weights.map((weight, index) => ({ key: `v${index}`, weight })),
        filters: { groups: [{ conditions: [], rollout_percentage: percentage }] },
      });
    fc.assert(
      fc.property(id, fc.integer({ min: 1, max: 99 }), (user, percentage) => {
        const whole = evaluate(at(100, [25, 25, 25, 25]), user)?.variant;
        const part = evaluate(at(percentage, [25, 25, 25, 25]), user);
        if (part?.enabled) assert.equal(part.variant, whole);
        const moved = evaluate(at(100, [25, 25, 10, 40]), user)?.variant;
        if (whole === 'v0' || whole === 'v1' || moved === 'v2') assert.equal(moved, whole);
      }),
    );
  });

  it('ignores the order of the conditions of a group and of the properties of a person', () => {
    const property = fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.constantFrom('x', 'y') });
    fc.assert(
      fc.property(
        fc.array(property, { maxLength: 5 }),
        fc.array(property, { maxLength: 3 }),
        fc.nat(),
        (all, has, turn) => {
          const conditions = all.map((each) => ({ ...each, type: 'person' as const, operator: 'eq' as const }));
          const turned = [
            ...conditions.slice(turn % (all.length + 1)),
            ...conditions.slice(0, turn % (all.length + 1)),
          ];
          const person = Object.fromEntries(has.map(({ key, value }) => [key, value]));
          const context = toEvaluationContext({ distinct_id: 'd', person_properties: person });
          const [one, other] = [conditions, turned].map((list) =>
            new Evaluator(new Map(), context).evaluate(
              compileFlag(flag({ filters: { groups: [{ conditions: list }] } })),
            ),
          );
          assert.deepEqual(one, other);
        },
      ),
    );
  });

  it('gives all members of a group the same result for a flag that is bucketed by it', () => {
    const half = compileFlag(
      flag({ filters: { groups: [{ conditions: [], rollout_percentage: 50 }], aggregation: 'company' } }),
    );
    fc.assert(
      fc.property(id, id, id, (company, a, b) => {
        const [one, other] = [a, b].map((user) =>
          new Evaluator(new Map(), toEvaluationContext({ distinct_id: user, groups: { company } })).evaluate(half),
        );
        assert.deepEqual(one, other);
      }),
    );
  });

  it('leaves unknown results open, unless a condition fails anyway', () => {
    const conditions = [
      { type: 'person', key: 'plan', operator: 'eq', value: 'pro' },
      { type: 'person', key: 'vip', operator: 'eq', value: true },
    ] as const;
    const compiled = compileFlag(flag({ filters: { groups: [{ conditions }] } }));
    const ask = (values: Record<string, string | boolean>) =>
      new Evaluator(new Map(), {
        ...toEvaluationContext({ distinct_id: 'd' }),
        personProperties: { values, isComplete: false },
      }).evaluate(compiled);
    assert.equal(ask({ vip: true }), undefined);
    assert.equal(ask({ vip: false })?.enabled, false);
    assert.equal(ask({ vip: true, plan: 'pro' })?.enabled, true);
  });

  it('bounds the cost of client input: long strings are not searched, a long device id is ignored', () => {
    const condition = { type: 'person', key: 'p', operator: 'regex', value: '^a+$' } as const;
    const [found, device] = [
      compileFlag(flag({ filters: { groups: [{ conditions: [condition] }] } })),
      compileFlag(flag({ filters: { groups: [{ conditions: [], rollout_percentage: 50 }], bucket_by: 'device_id' } })),
    ];
    const ask = (compiled: typeof found, person: Record<string, string>) =>
      new Evaluator(new Map(), toEvaluationContext({ distinct_id: 'd', person_properties: person })).evaluate(compiled);
    assert.equal(ask(found, { p: 'a'.repeat(4096) })?.enabled, true);
    assert.equal(ask(found, { p: 'a'.repeat(4097) })?.enabled, false);
    assert.equal(ask(device, { $device_id: 'x'.repeat(201) })?.hash, ask(device, {})?.hash);
    assert.notEqual(ask(device, { $device_id: 'x'.repeat(200) })?.hash, ask(device, {})?.hash);
  });

  it('treats names of object members that JavaScript gives a meaning like any other name', () => {
    const conditions = [{ type: 'person', key: 'constructor', operator: 'is_set' }] as const;
    assert.equal(evaluate(flag({ filters: { groups: [{ conditions }] } }), 'd')?.enabled, false);
    assert.equal(
      evaluate(flag({ filters: { groups: [{ conditions: [] }], aggregation: 'toString' } }), 'd')?.reason,
      'missing_group',
    );
  });

  it('explains every condition in agreement with the evaluation', async () => {
    const conditions = [
      { type: 'person', key: 'plan', operator: 'eq', value: 'pro' },
      { type: 'cohort', key: 'c1', operator: 'not_in' },
    ] as const;
    const compiled = compileFlag(flag({ filters: { groups: [{ conditions, rollout_percentage: 7 }] } }));
    const flags = new Map([['f', compiled]]);
    const context = toEvaluationContext({ distinct_id: 'd', person_properties: { plan: 'free' } });
    const evaluator = new Evaluator(flags, context);
    const explanation = await explain(compiled, evaluator, NO_TURNS);
    assert.equal(evaluator.evaluate(compiled)?.reason, 'no_match');
    assert.equal(explanation.hash, sha1Place('f')('d'));
    assert.equal(explanation.groups[0]?.rollout_percentage, 7);
    assert.deepEqual(explanation.groups[0].conditions, [
      { type: 'person', key: 'plan', operator: 'eq', holds: false, value: 'free' },
      { type: 'cohort', key: 'c1', operator: 'not_in', holds: true, value: false },
    ]);
    assert.deepEqual(explanation, await explain(compiled, new Evaluator(flags, context), NO_TURNS));
  });
});

describe('bucketing hashes', () => {
  it('reproduces the published murmur3 values', () => {
    const published = [
      ['', 0, 0],
      ['', 1, 0x514e28b7],
      ['', 0xffffffff, 0x81f16f39],
      ['test', 0, 0xba6bd213],
      ['test', 0x9747b28c, 0x704b81dc],
      ['Hello, world!', 0, 0xc0363e43],
      ['Hello, world!', 0x9747b28c, 0x24884cba],
      ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
    ] as const;
    for (const [text, seed, expected] of published) assert.equal(murmur3(text, seed), expected, `${text} ${seed}`);
  });

  it('reproduces the murmur percentages of the Unleash clients', () => {
    assert.equal(murmurPercent('gr1', '123'), 73);
    assert.equal(murmurPercent('groupX', '999'), 25);
  });
});
