import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns a function that creates directories, each of which is removed after the test that created it. Call it where a spec
 * registers its tests.
 */
export function temporaryDirectories(): () => Promise<string> {
  const created: string[] = [];
  afterEach(async () => {
    for (const directory of created.splice(0)) await rm(directory, { recursive: true, force: true });
  });
  return async () => {
    const directory = await mkdtemp(join(tmpdir(), 'svc-'));
    created.push(directory);
    return directory;
  };
}
