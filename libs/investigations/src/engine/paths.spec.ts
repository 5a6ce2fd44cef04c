import assert from 'node:assert/strict';
import type { Evidence } from '../model.js';
import { investigate, REQUEST } from '../testing/investigate.js';
import type { Outage } from '../testing/shop.js';

const SLOW: Outage = { troubles: { stock: { slowerMs: 800 } } };
const pathsOf = (evidence: readonly Evidence[]) => evidence.filter(({ kind }) => kind === 'critical_path');

describe('the critical paths of an investigation', () => {
  it('are compared if requests are slow, and support the cause in a sentence of its own', async () => {
    const { evidence, conclusion } = await investigate(SLOW);
    const [found, ...others] = pathsOf(evidence);
    assert.ok(found);
    assert.deepEqual(others, []);
    assert.match(
      found.title,
      /^stock: "handle stock" spends 8\d\d ms on the critical path of slow requests "handle web" of web instead of (?:9\.\d|1\d) ms, which is \d+ % of the time that they take longer$/,
    );
    assert.deepEqual(found.entities, [{ type: 'service', name: 'stock' }]);
    assert.match(found.link, /^\/api\/v1\/traces\/[0-9a-f]{32}\/critical-path$/);
    assert.deepEqual(found.scopes, ['traces:read']);
    const [requests, top] = found.rows;
    assert.deepEqual([requests?.['service'], requests?.['traces']], ['web', 40]);
    assert.deepEqual([top?.['service'], top?.['operation']], ['stock', 'handle stock']);
    assert.ok(Number(top?.['share']) > 0.9);
    assert.equal(conclusion.causes[0]?.name, 'stock');
    assert.deepEqual(
      conclusion.claims.filter(({ evidenceIds }) => evidenceIds.includes(found.id)).map(({ text }) => text),
      [`${found.title}.`],
    );
  });

  it('are those of the slow service of the symptom, with the duration from which its requests are slow', async () => {
    const { evidence } = await investigate(SLOW, { scope: { ...REQUEST.scope, services: [] } });
    const parameters = pathsOf(evidence)[0]?.query.parameters;
    assert.deepEqual(parameters?.['services'], ['web']);
    assert.ok(Number(parameters?.['slowerThanMs']) > 0);
  });

  it('are left out if requests fail without being slow, unless a message asks for them', async () => {
    const outage: Outage = { troubles: { payments: { fails: 0.3 } } };
    const { evidence, events, conclusion } = await investigate(outage);
    assert.deepEqual(pathsOf(evidence), []);
    assert.ok(!events.some((event) => event.type === 'step' && event.check === 'paths'));
    assert.doesNotMatch(conclusion.reason, /critical_path/);
    const asked = await investigate(outage, { known: evidence, onlyKinds: ['critical_path'] });
    const [absent] = pathsOf(asked.evidence);
    assert.equal(absent?.finding, 'absent');
    assert.equal(absent.title, 'The critical paths of requests of the same operation are as long as usual');
    assert.deepEqual(asked.conclusion.causes, conclusion.causes);
  });

  it('change no cause and no level', async () => {
    const [withPaths, without] = [
      await investigate(SLOW),
      await investigate(SLOW, { omittedKinds: ['critical_path'] }),
    ];
    assert.deepEqual(withPaths.conclusion.causes, without.conclusion.causes);
    assert.equal(withPaths.conclusion.level, without.conclusion.level);
    assert.deepEqual(
      withPaths.hypotheses.map(({ cause, score }) => [cause, score]),
      without.hypotheses.map(({ cause, score }) => [cause, score]),
    );
    assert.match(without.conclusion.reason, /Not looked at: .*critical_path/);
  });
});
