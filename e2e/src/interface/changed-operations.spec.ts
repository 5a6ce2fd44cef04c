import assert from 'node:assert/strict';
import { chooseOperations, hashOperations } from './changed-operations.js';

/** A document of two operations, the first of which refers to a schema that refers to another one. */
const documentWith = (pattern: string) => ({
  paths: {
    '/logs': { get: { operationId: 'logs.query', schema: { $ref: '#/components/schemas/Logs' } } },
    '/me': { get: { operationId: 'me.get', schema: { type: 'object' } } },
  },
  components: {
    schemas: {
      Logs: { items: { $ref: '#/components/schemas/Log' } },
      Log: { pattern, next: ['#/components/schemas/Log'] },
    },
  },
});
const before = hashOperations(documentWith('a'));
const ids = Array.from({ length: 400 }, (_, n) => `operation.${n}`);
const many = Object.fromEntries(ids.map((id) => [id, 'the same']));

describe('the choice of operations for Schemathesis', () => {
  it('chooses operations whose schema has changed, however far away, and new ones', () => {
    const now = hashOperations(documentWith('b'));
    assert.notEqual(now['logs.query'], before['logs.query']);
    assert.equal(now['me.get'], before['me.get']);
    for (let turn = 0; turn < 20; turn++) {
      assert.ok(chooseOperations(now, before, `turn ${turn}`).includes('logs.query'));
      assert.deepEqual(chooseOperations(now, {}, `turn ${turn}`), ['logs.query', 'me.get']);
    }
  });

  it('chooses about an eighth of the unchanged operations, the same for the same turn', () => {
    const chosen = chooseOperations(many, many, 'a tree');
    assert.ok(chosen.length > 25 && chosen.length < 80, `${chosen.length}`);
    assert.deepEqual(chooseOperations(many, many, 'a tree'), chosen);
  });

  it('chooses every operation within some turns', () => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 120; turn++) for (const id of chooseOperations(many, many, `${turn}`)) seen.add(id);
    assert.equal(seen.size, ids.length);
  });
});
