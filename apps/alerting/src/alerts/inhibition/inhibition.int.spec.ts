import assert from 'node:assert/strict';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inhibition, type InhibitionRule, type NewInhibitionRuleSchema } from '@svc/contract';
import type { Client } from '@svc/rpc';
import { responder, startAlerting, type AlertingServer } from '../../testing/alerting-server.js';

const matcher = (labelName: string, operator: string, value: string) => ({ labelName, operator, value });
const RULE: MessageInitShape<typeof NewInhibitionRuleSchema> = {
  sourceMatchers: [matcher('alertname', '=', 'ClusterDown')],
  targetMatchers: [matcher('alertname', '!=', 'ClusterDown')],
  equal: ['cluster'],
};

/** Converts rules that were read to the untyped form in which a client sends them. */
const toSent = ({ sourceMatchers, targetMatchers, equal }: InhibitionRule) => ({
  sourceMatchers: sourceMatchers.map(({ labelName, operator, value }) => matcher(labelName, operator, value)),
  targetMatchers: targetMatchers.map(({ labelName, operator, value }) => matcher(labelName, operator, value)),
  equal,
});

describe('the inhibition rules of a project', () => {
  let server: AlertingServer;
  let inhibition: Client<typeof Inhibition>;
  beforeAll(async () => {
    server = await startAlerting();
    inhibition = server.connect(Inhibition);
  });
  afterAll(() => server.stop());

  it('returns the default rules until rules are set, and again once they are deleted', async () => {
    const ann = responder();
    const built = await inhibition.get({}, ann);
    assert.deepEqual(
      [built.version, built.rules.map(({ equal }) => equal)],
      [undefined, [['alertname', 'service_name', 'environment']]],
    );
    await assert.rejects(inhibition.delete({}, ann), { code: 'not_found' });
    await inhibition.set({ rules: [RULE] }, ann);
    const found = await inhibition.get({}, ann);
    assert.deepEqual([found.version, found.updatedBy, found.rules.length], [1n, ann.context.principalId, 1]);
    assert.deepEqual(found.rules[0]?.equal, RULE.equal);
    // Rules that were read are accepted unchanged.
    const { rules, version } = await inhibition.set({ rules: found.rules.map(toSent), expectedVersion: 1n }, ann);
    assert.deepEqual([rules, version], [found.rules, 2n]);
    assert.deepEqual((await inhibition.get({}, responder())).rules, built.rules, 'another project');
    await inhibition.set({ rules: [] }, ann);
    assert.deepEqual((await inhibition.get({}, ann)).rules, []);
    await inhibition.delete({ expectedVersion: 3n }, ann);
    assert.deepEqual(await inhibition.get({}, ann), built);
  });

  it('refuses a change at another version', async () => {
    const ann = responder();
    await assert.rejects(inhibition.set({ rules: [RULE], expectedVersion: 1n }, ann), { code: 'not_found' });
    await inhibition.set({ rules: [RULE] }, ann);
    await assert.rejects(inhibition.set({ rules: [], expectedVersion: 2n }, ann), { code: 'version_conflict' });
    await assert.rejects(inhibition.delete({ expectedVersion: 2n }, ann), { code: 'version_conflict' });
    assert.equal((await inhibition.get({}, ann)).rules.length, 1);
  });

  it('reports invalid rules by field, and refuses expressions that are too large together', async () => {
    const ann = responder();
    const large = Array.from({ length: 10 }, () => matcher('a', '=~', 'a{100}'));
    const cases: readonly (readonly [Partial<typeof RULE>, string])[] = [
      [{ sourceMatchers: [matcher('a', '=~', '(')] }, 'rules[1].source_matchers[0].value'],
      [
        { targetMatchers: [matcher('a', '=', 'b'), matcher('a', '!~', 'a{1001}')] },
        'rules[1].target_matchers[1].value',
      ],
      [{ sourceMatchers: large, targetMatchers: large }, 'rules[1].target_matchers[8].value'],
      [{ sourceMatchers: [matcher('a', '=', 'b'), matcher('a', '=', 'c')] }, 'rules[1].source_matchers[1].value'],
      [{ targetMatchers: [matcher('alertname', '=~', '.+')], equal: [] }, 'rules[1].target_matchers'],
    ];
    for (const [rule, field] of cases)
      await assert.rejects(inhibition.set({ rules: [RULE, { ...RULE, ...rule }] }, ann), (error: Error) => {
        const { code, details } = error as Error & { code: string; details: { path: string }[] };
        assert.equal(code, 'invalid_request');
        assert.deepEqual(
          details.map(({ path }) => path),
          [field],
        );
        return true;
      });
    assert.equal((await inhibition.get({}, ann)).version, undefined);
  });
});
