import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { processTree, signal } from './process-tree.js';

/** The command of this program that the guard runs; operators do not need it. */
export const GUARD_COMMAND = 'let-continue';

export interface ResumeGuard {
  /** Lets the service continue, and resolves when it does. */
  resume(): Promise<void>;
}

/**
 * Starts a process that lets a stopped service continue when this process ends in any way, or at the latest after the
 * time: a killed backup must not leave the service paused.
 */
export async function startResumeGuard(service: number, longestMs: number): Promise<ResumeGuard> {
  const [program = ''] = process.argv.slice(1);
  const guard: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [program, GUARD_COMMAND, String(service), String(longestMs)],
    // A process group of its own keeps Ctrl-C from ending it before the service continues.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  const ended = once(guard, 'exit');
  const isReady = await Promise.race([once(guard.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!isReady) throw new Error('The process that lets the service continue could not be started.');
  return {
    async resume() {
      guard.stdin.end();
      await ended;
    },
  };
}

/** The work of that process: its standard input closes when the backup resumes the service or ends. */
export async function guardResumption(service: number, longestMs: number): Promise<void> {
  const closed = once(process.stdin.resume(), 'close');
  process.stdout.write('ready\n');
  await Promise.race([closed, setTimeout(longestMs)]);
  // Parents last, so that none sees a child that has been silent while it ran itself.
  for (const pid of processTree(service).reverse()) signal(pid, 'SIGCONT');
}
