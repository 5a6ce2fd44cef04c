import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a checking program, and fails with its output. */
export async function passes(
  file: string,
  args: readonly string[],
  { cwd, timeoutMs, env }: { cwd: string; timeoutMs: number; env?: Readonly<Record<string, string>> },
): Promise<void> {
  const failed = await promisify(execFile)(file, [...args], {
    cwd,
    timeout: timeoutMs,
    maxBuffer: 1 << 26,
    env: { ...process.env, ...env },
  }).then(
    () => undefined,
    ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => `${stdout}${stderr}`.slice(-10_000),
  );
  assert.equal(failed, undefined, failed);
}
