import type { Io, Keychain } from '../runtime/io.js';

export interface FakeIo extends Io {
  /** All output so far. */
  readonly written: { stdout: string; stderr: string; opened: string[] };
}

export interface FakeIoOptions {
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly fetch?: typeof fetch;
  readonly homeDirectory?: string;
  readonly workingDirectory?: string;
  readonly keychain?: Keychain;
}

/** Noon of a fixed day. */
export const NOW = Date.parse('2026-01-31T12:00:00.000Z');

/** Replaces everything outside the process: a fixed clock, no waiting, and captured output. Nothing is reachable by default. */
export function fakeIo(options: FakeIoOptions = {}): FakeIo {
  const { isTerminal = false, columns, env = {}, stdin = '', homeDirectory = '/nonexistent' } = options;
  const written = { stdout: '', stderr: '', opened: [] as string[] };
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => void (written[name] += text),
    isTerminal,
    columns,
  });
  return {
    written,
    env,
    stdin: { isTerminal, [Symbol.asyncIterator]: () => chunks(stdin)[Symbol.asyncIterator]() },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    fetch: options.fetch ?? (() => Promise.reject(new TypeError('fetch failed'))),
    now: () => NOW,
    sleep: () => Promise.resolve(),
    random: () => 0,
    homeDirectory,
    workingDirectory: () => options.workingDirectory ?? '/nonexistent',
    version: '9.8.7',
    keychain: options.keychain ?? {
      get: () => Promise.resolve(undefined),
      set: () => Promise.resolve(false),
      remove: () => Promise.resolve(),
    },
    openBrowser: (url) => void written.opened.push(url),
  };
}

async function* chunks(text: string): AsyncIterable<Uint8Array> {
  await Promise.resolve();
  const bytes = new TextEncoder().encode(text);
  // Two halves, which can split a character.
  yield bytes.subarray(0, Math.ceil(bytes.length / 2));
  yield bytes.subarray(Math.ceil(bytes.length / 2));
}
