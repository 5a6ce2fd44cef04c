import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { skipOrFail } from '@svc/test-servers';
import { compileShop, findMissingProGuard, shrink, type ShrinkOptions } from '../testing/proguard.js';
import { buildMapping } from './build-mapping.js';
import { MappingIndex } from './retrace.js';

const WAYS: ShrinkOptions[] = [
  { name: 'names only', lines: ['-dontoptimize', '-dontshrink'] },
  { name: 'all in one package', lines: ['-dontoptimize', "-repackageclasses ''"] },
  { name: 'optimized', lines: ['-optimizationpasses 3', '-allowaccessmodification'] },
  {
    name: 'optimized, with overloads',
    lines: ['-optimizationpasses 5', '-allowaccessmodification', '-overloadaggressively', "-repackageclasses 'x'"],
  },
];

const missing = await findMissingProGuard();

describe('a mapping of ProGuard', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-proguard-'));
  let compiled: Promise<string> | undefined;
  afterAll(() => rm(directory, { recursive: true, force: true }));

  for (const way of WAYS) {
    const name = `gives every line of a trace back as ProGuard's own retrace does: ${way.name}`;
    if (missing !== undefined) {
      skipOrFail(name, missing);
      continue;
    }
    it(name, async () => {
      const { mapping, trace, retraced } = await shrink(directory, await (compiled ??= compileShop(directory)), way);
      const index = MappingIndex.open(buildMapping(mapping.split('\n')).file);
      const expected = retraced.trimEnd().split('\n');
      const lines = trace.trimEnd().split('\n');
      assert.equal(lines.length, expected.length);
      assert.ok(lines.length > 30);
      lines.forEach((line, nth) => expectSame(index, line, expected[nth] ?? ''));
    });
  }
});

function expectSame(index: MappingIndex, line: string, expected: string): void {
  const [, owner, method, number] = /^\s+at (?:.*\/)?(.+)\.([^.(]+)\([^:)]*(?::(\d+))?\)$/.exec(line) ?? [];
  if (owner === undefined || method === undefined) return expectSameType(index, line, expected);
  const frame = { class: owner, method, line: number === undefined ? undefined : Number(number) };
  const [found] = index.find({ type: '', message: '', frames: [frame] }).frames;
  if (found?.outcome === 'unknown class') return assert.equal(line, expected);
  const calls = found?.calls.map((call) => `${call.class}.${call.method}(${call.file}:${call.line ?? ''})`) ?? [];
  const wanted = expected
    .split(/\s+at /)
    .map((call) => call.trim())
    .filter(Boolean);
  // If several methods are possible, both sides list all of them, but may differ in the first one.
  const others = found?.alternatives ?? [];
  if (others.length === 0) return assert.deepEqual(calls, wanted, line);
  for (const call of calls) assert.ok(wanted.includes(call), `${line}: ${call} is not in ${expected}`);
  for (const other of others) assert.ok(expected.includes(other.replace(/\(.*/, '(')), `${line}: ${other}`);
}

/** A line with the type of an exception, or one that is not of a stack. */
function expectSameType(index: MappingIndex, line: string, expected: string): void {
  const [, before, type, after] = /^(\s*(?:Caused by: |Suppressed: )?)([\w$.]+)(: .*)?$/.exec(line) ?? [];
  if (before === undefined || type === undefined) return assert.equal(line, expected);
  assert.equal(`${before}${index.find({ type, message: '', frames: [] }).type}${after ?? ''}`, expected);
}
