import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@svc/testing';

export interface EarlierBuild {
  readonly commit: string;
  /** The checkout that holds it. */
  readonly root: string;
}

/** The build of an earlier commit, made if it is not in the cache; or the reason why there is none. */
export async function earlierBuild(): Promise<EarlierBuild | string> {
  const script = path.join(ROOT, 'scripts/earlier-build.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 2 ** 24 });
  const found = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as EarlierBuild | { readonly reason: string };
  return 'reason' in found ? found.reason : found;
}
