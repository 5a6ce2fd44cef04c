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

  it('is found for the same inputs only', () => {
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

  it('is set aside for about one of eight trees', () => {
    evidenceIn(folder, { tree: '' }).write(suite('a'), 1);
    const trees = Array.from({ length: 800 }, (_, index) => String(index));
    const drawn = trees.filter((tree) => evidenceIn(folder, { tree }).find(suite('a')).isDrawn);
    assert.ok(drawn.length > 60 && drawn.length < 140, String(drawn.length));
  });
});
