import { execFile } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '@svc/testing';
import { theService } from '../topology.js';
import type { SvcResult } from './svc.js';

export interface WaitingLogin {
  /** The page that the user opens. */
  readonly url: string;
  readonly done: Promise<SvcResult>;
}

/** Starts `svc login --no-browser`. Resolves with the printed address while the client waits. */
export function startLogin(env: Readonly<Record<string, string>>): Promise<WaitingLogin> {
  return new Promise((resolve, reject) => {
    const output = { stdout: '', stderr: '' };
    const child = execFile(process.execPath, [path.join(ROOT, 'apps/cli/dist/svc.js'), 'login', '--no-browser'], {
      env: { PATH: process.env['PATH'] ?? '', SVC_API_URL: `${theService().httpUrl}/api/v1`, ...env },
    });
    const done = new Promise<SvcResult>((end) =>
      child.on('close', (code) => {
        end({ code: code ?? 1, ...output });
        reject(new Error(`svc login ended: ${output.stderr}`));
      }),
    );
    child.stdout?.on('data', (text: string) => (output.stdout += text));
    child.stderr?.on('data', (text: string) => {
      output.stderr += text;
      const url = /https?:\/\/[^\s"]+/.exec(output.stderr)?.[0];
      if (url !== undefined) resolve({ url, done });
    });
  });
}
