import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePorts } from './free-ports.js';
import { claimPort, releasePort } from './port-claims.js';

/** A port outside the range of `freePorts`, so that no other process claims it. */
const PORT = 1_000 + (process.pid % 10_000);
const CLAIMING = `
  const { claimPort } = await import(${JSON.stringify(new URL('./port-claims.js', import.meta.url).href)});
  process.stdout.write(String(claimPort(${PORT})));
  process.stdin.resume().on('end', () => process.exit(0));
`;

/** Starts a process that claims the port, says whether it could, and exits when its input ends. */
async function claimElsewhere(): Promise<{ child: ChildProcess; isClaimed: boolean }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CLAIMING], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, isClaimed: said.toString() === 'true' };
}

async function exit(child: ChildProcess, end: () => void): Promise<void> {
  const exited = once(child, 'exit');
  end();
  await exited;
}

describe('the claim of a port', () => {
  afterEach(() => releasePort(PORT));

  it('keeps other processes and other calls away until it is released', async () => {
    assert.equal(claimPort(PORT), true);
    assert.equal(claimPort(PORT), false);
    const { child, isClaimed } = await claimElsewhere();
    assert.equal(isClaimed, false);
    await exit(child, () => child.stdin?.end());
    releasePort(PORT);
    assert.equal(claimPort(PORT), true);
  });

  it('ends with its process, also when that is killed', async () => {
    for (const end of [(child: ChildProcess) => child.stdin?.end(), (child: ChildProcess) => child.kill('SIGKILL')]) {
      const { child, isClaimed } = await claimElsewhere();
      assert.equal(isClaimed, true);
      assert.equal(claimPort(PORT), false);
      await exit(child, () => void end(child));
      assert.equal(claimPort(PORT), true);
      releasePort(PORT);
    }
  });
});

describe('free ports', () => {
  it('returns different ports for every call', async () => {
    const ports = (await Promise.all([freePorts(20), freePorts(20)])).flat();
    assert.equal(new Set(ports).size, 40);
  });
});
