import { execFile } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '@svc/testing';
import { theService } from '../topology.js';

export interface SvcResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built client as a script would: with piped output, and the service from the environment. */
export function svc(
  args: readonly string[],
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): Promise<SvcResult> {
  const { httpUrl, ingestUrl, apiKey } = theService();
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    SVC_CONFIG_DIR: '/nonexistent/svc',
    SVC_API_URL: `${httpUrl}/api/v1`,
    SVC_INGEST_URL: ingestUrl,
    SVC_API_KEY: apiKey,
    ...env,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(ROOT, 'apps/cli/dist/svc.js'), ...args],
      { env: environment },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
    child.stdin?.end(input ?? '');
  });
}

export async function json(
  args: readonly string[],
  options: Parameters<typeof svc>[1] = {},
): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await svc(args, options);
  if (code !== 0) throw new Error(`svc ${args.join(' ')} exited ${code}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}
