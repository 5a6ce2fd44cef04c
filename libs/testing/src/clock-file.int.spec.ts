import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { temporaryDirectories } from '@svc/test-servers';
import { ClockFile, toTopologyClock } from './clock-file.js';

const HOUR_MS = 3_600_000;
const temporaryDirectory = temporaryDirectories();

/** Answers each line with its time, as both ways to read it say. */
const SCRIPT = `
  const { createInterface } = await import('node:readline');
  for await (const _ of createInterface({ input: process.stdin }))
    console.log(JSON.stringify([Date.now(), new Date().getTime(), new Date(5).getTime()]));
`;

describe('the clock of processes under test', () => {
  it('moves the clock while processes run, and starts others at the moved time', async () => {
    const clock = await ClockFile.create(await temporaryDirectory());
    const start = () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], { env: clock.env });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      return {
        ask: async (): Promise<number[]> => {
          child.stdin.write('\n');
          return JSON.parse(String((await lines.next()).value)) as number[];
        },
        stop: async () => {
          child.stdin.end();
          await once(child, 'exit');
        },
      };
    };
    const assertAhead = async ({ ask }: ReturnType<typeof start>, aheadMs: number): Promise<void> => {
      const before = Date.now();
      const [now = 0, created = 0, given] = await ask();
      const after = Date.now();
      for (const time of [now, created, clock.now()])
        assert.ok(time >= before + aheadMs && time - after - aheadMs < HOUR_MS / 2, `${time - before}`);
      assert.equal(given, 5);
    };
    const first = start();
    await assertAhead(first, 0);
    await clock.move(HOUR_MS);
    await assertAhead(first, HOUR_MS);
    await first.stop();
    const second = start();
    await assertAhead(second, HOUR_MS);
    await clock.move(HOUR_MS);
    await assertAhead(second, 2 * HOUR_MS);
    await second.stop();
  });

  it('uses the clock of the machine where it is not to be moved', async () => {
    const time = toTopologyClock(undefined);
    assert.ok(Math.abs(time.now() - Date.now()) < HOUR_MS);
    await assert.rejects(time.moveClock(1), /without a movable clock/);
  });
});
