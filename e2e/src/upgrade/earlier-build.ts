import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@svc/testing';

export interface EarlierBuild {
  readonly commit: string;
  /** The checkout that holds it. */
  readonly root: string;
}

/** The reason why there is no build of an earlier commit. */
export interface NoEarlierBuild {
  readonly reason: string;
  /** Whether the commit is missing only because the clone has too little of the history. */
  readonly isShallow?: boolean;
}

/** The build of an earlier commit, made if it is not in the cache. */
export async function earlierBuild(): Promise<EarlierBuild | NoEarlierBuild> {
  const script = path.join(ROOT, 'scripts/earlier-build.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 2 ** 24 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as EarlierBuild | NoEarlierBuild;
}
