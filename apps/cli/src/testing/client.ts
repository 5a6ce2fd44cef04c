import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../runtime/values/json.js';
import { startPeer, type Peer, type RecordedRequest } from './peer.js';

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** The newly built bundle and the server it sends requests to. */
export interface Client {
  readonly peer: Peer;
  /** Private to this client and removed by `stop`. */
  readonly directory: string;
  readonly bundle: string;
  readonly start: (argv: readonly string[], options?: RunOptions) => ChildProcess;
  /** Runs one command line to its end. */
  readonly svc: (argv: readonly string[], options?: RunOptions) => Promise<Run>;
  readonly lastRequest: () => RecordedRequest;
  readonly stop: () => Promise<void>;
}

const BUNDLER = path.join(import.meta.dirname, '..', '..', 'scripts', 'bundle.mjs');

/** The gate also runs these specs with the oldest Node versions that the client supports. */
const CLIENT_NODE = process.env['SVC_TEST_CLIENT_NODE'] ?? process.execPath;

export interface BundleOptions {
  /** Runs all command lines in one process, for specs with hundreds of them; `svc` then ignores its options. */
  readonly inOneProcess?: boolean;
}

export async function bundleClient({ inOneProcess = false }: BundleOptions = {}): Promise<Client> {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-bundle-'));
  const bundle = path.join(directory, 'svc.mjs');
  const entry = inOneProcess ? ['--entry=testing/command-lines.main.ts'] : [];
  execFileSync(process.execPath, [BUNDLER, `--outfile=${bundle}`, ...entry]);
  const peer = await startPeer();
  const settings = {
    SVC_API_URL: peer.url,
    SVC_INGEST_URL: peer.url,
    SVC_API_KEY: 'k',
    SVC_CONFIG_DIR: path.join(directory, 'config'),
  };

  function start(argv: readonly string[], { env }: RunOptions = {}): ChildProcess {
    // The environment of the test run is not passed on, because it may name a real service.
    return spawn(CLIENT_NODE, [bundle, ...argv], {
      env: { PATH: process.env['PATH'], ...settings, ...env },
    });
  }

  async function svc(argv: readonly string[], options: RunOptions = {}): Promise<Run> {
    const child = start(argv, options);
    const output = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    // A command that fails at once ends before it has read its input.
    child.stdin?.on('error', () => {}).end(options.stdin ?? '');
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...output };
  }

  const runner = inOneProcess ? new CommandLines(start([])) : undefined;
  return {
    peer,
    directory,
    bundle,
    start,
    svc: runner ? (argv) => runner.run(argv) : svc,
    lastRequest: () => peer.requests.at(-1) ?? assert.fail('nothing was sent'),
    stop: async () => {
      await runner?.end();
      await peer.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** A process of `command-lines.main.ts`. */
class CommandLines {
  readonly #answers: AsyncIterator<string>;

  constructor(private readonly child: ChildProcess) {
    assert.ok(child.stdout);
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async run(argv: readonly string[]): Promise<Run> {
    this.child.stdin?.write(`${JSON.stringify(argv)}\n`);
    const answer = await this.#answers.next();
    assert.ok(!answer.done, 'the process has ended');
    return JSON.parse(answer.value) as Run;
  }

  async end(): Promise<void> {
    const closed = once(this.child, 'close');
    this.child.stdin?.end();
    await closed;
  }
}

export function json(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
