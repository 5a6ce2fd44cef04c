import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { operations } from './operations.js';

/** The customer's list of every operation, which lies beside the checkout of those who have it. */
const LIST = new URL('../../../../shared/spec/operations.yaml', import.meta.url);

/** `- [id, METHOD, path below /api/v1, scope, …]`, any of them in quotes. */
const LINE = /^- \[([^,]+), ([A-Z]+), "?(\/[^",]*)"?, "?([a-z_:-]+)"?,/gm;

it("every operation is one of the customer's, with the same method, path and scope", (t) => {
  if (!existsSync(LIST)) return t.skip("the customer's list of operations is not beside this checkout");
  const listed = new Map(
    [...readFileSync(LIST, 'utf8').matchAll(LINE)].map(([, id, method, path, scope]) => [id, { method, path, scope }]),
  );
  assert.ok(listed.size > 150, `Only ${listed.size} operations were read from the list`);
  for (const { id, method, path, scope } of operations) {
    assert.deepEqual({ method, path: path.replace('/api/v1', ''), scope: scope ?? '-' }, listed.get(id), id);
  }
  t.diagnostic(`${operations.length} of the customer's ${listed.size} operations exist`);
});
