import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eventually, ROOT } from '@svc/testing';

/** A service on one machine whose output the spec reads, as an operator does. */
export class PrintedService {
  /** The code with which it exits. */
  readonly ended: Promise<number>;
  #printed = '';

  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#printed += String(chunk)));
    this.ended = once(child, 'close').then(([code]) => code as number);
  }

  static start(env: Readonly<Record<string, string>>): PrintedService {
    return new PrintedService(
      spawn(process.execPath, [path.join(ROOT, 'apps/standalone/dist/bundle/main.js')], { env }),
    );
  }

  /** Everything that it has written so far. */
  get printed(): string {
    return this.#printed;
  }

  /** Waits until the service serves or has failed. */
  async welcomed(): Promise<void> {
    await eventually('the welcome', () => this.printed.includes('svc traces search') || this.child.exitCode !== null);
  }

  /** Stops the service, which must end well. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    assert.equal(await this.ended, 0, this.printed);
  }
}
