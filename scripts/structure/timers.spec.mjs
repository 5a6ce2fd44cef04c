import assert from 'node:assert/strict';
import { isSubject, timers, waitsForTime } from './timers.mjs';

describe('the rule about fixed waits', () => {
  it('reports every spelling of a timer that a test awaits', () => {
    for (const text of [
      "import { setTimeout } from 'node:timers/promises';",
      "import { setImmediate, setTimeout as pause } from 'timers/promises';",
      'await new Promise((resolve) => setTimeout(resolve, 300));',
      'await new Promise<boolean>((resolve) => setTimeout(resolve, 100, true));',
      'await new Promise((resolve) => {\n  setTimeout(resolve, 300);\n});',
      'const pause = (ms: number) => new Promise((go) => void setTimeout(go, ms));',
    ])
      assert.ok(waitsForTime(text), text);
  });

  it('permits turns of the event loop, the helpers, and timers of a server that are not awaited', () => {
    for (const text of [
      "import { setImmediate as turn } from 'node:timers/promises';",
      "import { eventually, pace, settle } from '@svc/test-servers';",
      'setTimeout(() => response.destroy(), 20);',
      'const gone = new Promise((resolve) => child.once("exit", resolve));\nsetTimeout(() => child.kill(), 10);',
    ])
      assert.ok(!waitsForTime(text), text);
  });

  it('covers specs and the black-box suite, with their helpers', () => {
    const files = ['libs/a/src/x.spec.ts', 'apps/a/src/x.int.spec.ts', 'e2e/src/crash/faults.ts', 'libs/a/src/x.ts'];
    assert.deepEqual(files.map(isSubject), [true, true, true, false]);
  });

  it('finds nothing in a package without fixed waits', () => {
    assert.deepEqual(timers({ name: 'libs/test-servers', files: new Map([['eventually.ts', []]]) }), []);
  });
});
