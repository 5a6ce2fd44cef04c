import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eventually, skipOrFail } from '@svc/test-servers';
import { isStopped, processTree } from './process-tree.js';

const FIXTURE = path.join(import.meta.dirname, 'pause.fixture.js');
/** A process with a child; both wait forever. */
const SERVICE =
  "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(Date.now, 1e3)']); setInterval(Date.now, 1e3)";

if (process.platform !== 'linux') skipOrFail('the pause of a service', 'it needs /proc');
else
  describe('the pause of a service', () => {
    const started: ChildProcess[] = [];
    const start = (...parameters: string[]): ChildProcess & { pid: number } => {
      const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
      started.push(child);
      assert.ok(child.pid !== undefined);
      return child as ChildProcess & { pid: number };
    };
    const startService = async (): Promise<number> => {
      const { pid } = start('-e', SERVICE);
      await eventually('the service has its child', () => Promise.resolve(processTree(pid).length === 2));
      return pid;
    };
    const pauseFor = async (service: number, milliseconds: number): Promise<ChildProcess> => {
      const backup = start(FIXTURE, String(service), String(milliseconds));
      assert.ok(backup.stdout);
      await once(backup.stdout, 'data');
      assert.ok(processTree(service).every(isStopped));
      return backup;
    };
    const continues = (service: number): Promise<unknown> =>
      eventually('every process continues', () => Promise.resolve(!processTree(service).some(isStopped)));
    afterEach(() => {
      for (const child of started.splice(0)) {
        for (const pid of processTree(child.pid ?? 0).slice(1)) process.kill(pid, 'SIGKILL');
        child.kill('SIGKILL');
      }
    });

    it('ends when the backup is killed', async () => {
      const service = await startService();
      const backup = await pauseFor(service, 60_000);
      backup.kill('SIGKILL');
      await continues(service);
    });

    it('ends when the backup hangs', async () => {
      const service = await startService();
      await pauseFor(service, 200);
      await continues(service);
    });
  });
