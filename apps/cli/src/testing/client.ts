import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '../values/json.js';
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

export async function bundleClient(): Promise<Client> {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-bundle-'));
  const bundle = path.join(directory, 'svc.mjs');
  execFileSync(process.execPath, [BUNDLER, `--outfile=${bundle}`]);
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

  return {
    peer,
    directory,
    bundle,
    start,
    svc,
    lastRequest: () => peer.requests.at(-1) ?? assert.fail('nothing was sent'),
    stop: async () => {
      await peer.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

export function json(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
