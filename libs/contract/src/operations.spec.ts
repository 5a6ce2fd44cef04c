import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from './operations.js';

interface PublishedOperation {
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly scope: string | null;
}

/** Every operation there is or will be, by id. `scripts/read-operations.mjs` writes the file. */
const FILE = path.join(import.meta.dirname, '..', 'src', 'testing', 'operations.json');

describe('the operations', () => {
  it('have the published method, path and scope', () => {
    const published = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, PublishedOperation>;
    assert.ok(Object.keys(published).length > 150);
    for (const { id, method, path: route, scope } of operations) {
      const expected = published[id] ?? assert.fail(`${id} is not published`);
      assert.deepEqual(
        { method, path: withoutNames(route.replace('/api/v1', '')), scope: scope ?? null },
        { ...expected, path: withoutNames(expected.path) },
        id,
      );
    }
  });
});

/** The names of path parameters are not part of the interface. */
function withoutNames(route: string): string {
  return route.replaceAll(/\{[^}]+\}/g, '{}');
}
