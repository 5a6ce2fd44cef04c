import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { evidenceIn } from './evidence.mjs';

const DAY_MS = 24 * 3_600_000;

describe('evidence of a heavy suite', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'svc-evidence-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const suite = (hash) => ({ name: 'scale', hash });

  it('finds evidence for the same inputs only', () => {
    const evidence = evidenceIn(folder, { tree: 'tree' });
    evidence.write(suite('a'), 12);
    assert.equal(evidence.find(suite('a')).passed, 12);
    assert.equal(evidence.find(suite('b')), undefined);
  });

  it('expires after seven days', () => {
    const evidence = (days) => evidenceIn(folder, { tree: 'tree', now: () => days * DAY_MS });
    evidence(0).write(suite('a'), 1);
    assert.ok(evidence(6.9).find(suite('a')));
    assert.equal(evidence(7.1).find(suite('a')), undefined);
  });

  it('sets evidence aside for one suite of eight, and for at least one, which the tree draws', () => {
    const suites = Array.from({ length: 14 }, (_, index) => ({ name: `suite ${index}`, hash: 'a' }));
    const drawn = (tree, count) =>
      [...evidenceIn(folder, { tree }).draw(suites.slice(0, count))].map(({ name }) => name);
    assert.equal(drawn('tree', 14).length, 2);
    assert.equal(drawn('tree', 8).length, 1);
    assert.equal(drawn('tree', 1).length, 1);
    assert.equal(drawn('tree', 0).length, 0);
    const trees = Array.from({ length: 200 }, (_, index) => String(index));
    assert.equal(new Set(trees.flatMap((tree) => drawn(tree, 14))).size, 14);
  });
});
