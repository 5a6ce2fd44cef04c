import assert from 'node:assert/strict';
import type { EvidenceSource } from '../evidence/evidence.js';
import type { FactParameters } from '../facts/facts.js';
import { ALONE } from '../testing/turns.js';
import { ATTRIBUTES } from './change-checks.js';
import { GROWTH } from './growth-check.js';

const parameters: FactParameters = {
  abnormal: { start: 60_000, end: 120_000 },
  normal: [{ start: 0, end: 60_000 }],
  bucketMs: 60_000,
  services: ['web', 'search'],
};
const source = (check: string): EvidenceSource => ({ check, parameters, scopes: [], bytesRead: 0, durationMs: 0 });
const of = (service: string) => ({ service, key: 'account.id', value: 'acme' });
const both = <Side>(sides: Side) => parameters.services.map((service) => ({ ...of(service), ...sides }));

describe('the IDs of evidence about attribute values', () => {
  const found = {
    'bad requests': ATTRIBUTES.interpret(
      { totals: both({ bad: 100, good: 1_000 }), values: both({ bad: 90, good: 10 }) },
      parameters,
      source(ATTRIBUTES.name),
      ALONE,
    ),
    'additional requests': GROWTH.interpret(
      { totals: both({ normal: 100, abnormal: 250 }), values: both({ normal: 3, abnormal: 148 }) },
      parameters,
      source(GROWTH.name),
      ALONE,
    ),
  };
  for (const [title, interpreted] of Object.entries(found)) {
    it(`differ between services whose ${title} have the same value`, async () => {
      const { evidence } = await interpreted;
      const services = evidence.map(({ entities }) => entities[1]?.name);
      assert.deepEqual(services.toSorted(), ['search', 'web']);
      assert.equal(new Set(evidence.map(({ id }) => id)).size, 2);
    });
  }
});
