import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { toTimeScale } from './deadline.js';

describe('a deadline', () => {
  it('never shortens a deadline, and limits how far the environment lengthens it', () => {
    for (const [text, scale] of [
      [undefined, 1],
      ['', 1],
      ['1', 1],
      ['10', 10],
      ['2.5', 2.5],
      ['0.1', 1],
      ['-5', 1],
      ['ten', 1],
      ['NaN', 1],
      ['1000', 100],
      ['Infinity', 100],
    ] as const)
      assert.equal(toTimeScale(text), scale, String(text));
  });

  it('multiplies a deadline by the scale with which the process was started', () => {
    const module = path.join(import.meta.dirname, 'deadline.js');
    const script = `const { deadline } = await import(${JSON.stringify(module)}); process.stdout.write(String(deadline(5_000)));`;
    const run = (env: Record<string, string>): string =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' });
    assert.equal(run({}), '5000');
    assert.equal(run({ SVC_TIME_SCALE: '10' }), '50000');
  });
});
