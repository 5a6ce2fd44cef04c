import assert from 'node:assert/strict';
import { compareSchema, requireSchema } from './schema-state.js';

const KNOWN = ['0001_tables', '0002_plans', '0003_billing'];

describe('the schema of a store', () => {
  it('reports an older schema when migrations of this version are missing', () => {
    const state = compareSchema(KNOWN, ['0001_tables']);
    assert.deepEqual(state, { pending: ['0002_plans', '0003_billing'], newer: [], unreadable: [] });
    assert.throws(() => requireSchema('Postgres', state), /Postgres is older than this version needs: 0002_plans is/);
  });

  it('serves this version when a later one only added to it', () => {
    const state = compareSchema(KNOWN, [...KNOWN, '0004_invoices']);
    assert.deepEqual(state, { pending: [], newer: ['0004_invoices'], unreadable: [] });
    requireSchema('Postgres', state);
  });

  it('serves versions that know the migration that a removal needs, and no earlier ones', () => {
    const removal = '0009_drop_plans__needs_0003_billing';
    assert.deepEqual(compareSchema(KNOWN, [...KNOWN, removal]).newer, [removal]);
    const earlier = compareSchema(KNOWN.slice(0, 2), [...KNOWN, removal]);
    assert.deepEqual(earlier.unreadable, [removal]);
    assert.throws(() => requireSchema('Postgres', earlier), /is newer than this version can read/);
  });
});
