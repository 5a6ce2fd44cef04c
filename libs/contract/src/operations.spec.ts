import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from './operations.js';

interface PublishedOperation {
  readonly method: string;
  /** Path below /api/v1. */
  readonly path: string;
  readonly scope: string | null;
}

/** The published interface: operations that are served, or will be, by ID. `scripts/read-operations.mjs` writes the file. */
const FILE = path.join(import.meta.dirname, '..', 'src', 'testing', 'operations.json');
const published = Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, PublishedOperation>).map(
  ([id, { method, path: route, scope }]) => ({ id, method, path: withoutNames(route), scope }),
);
const served = operations.map(({ id, method, path: route, scope }) => ({
  id,
  method,
  path: withoutNames(route.replace('/api/v1', '')),
  scope: scope ?? null,
}));

describe('the operations', () => {
  it('keeps the published ID, method, path and scope of each operation', () => {
    const byId = new Map(published.map((operation) => [operation.id, operation]));
    const byRoute = new Map(published.map((operation) => [`${operation.method} ${operation.path}`, operation]));
    // Found by either, so that neither can change alone. What is found by neither is not part of the published interface.
    const known = served.flatMap((operation) => {
      const found = byId.get(operation.id) ?? byRoute.get(`${operation.method} ${operation.path}`);
      return found ? [[operation, found]] : [];
    });
    assert.ok(known.length > 200);
    for (const [operation, expected] of known) assert.deepEqual(operation, expected);
  });
});

/** The names of path parameters are not part of the interface. */
function withoutNames(route: string): string {
  return route.replaceAll(/\{[^}]+\}/g, '{}');
}
