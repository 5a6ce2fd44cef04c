import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../../../.tools/', import.meta.url));

/**
 * Returns the folder with the jars of a server or a tool, fetched by Maven once per checkout from the coordinates in `maven/<name>.xml`. Rejects with
 * the reason if Java 17 is absent, or Maven if nothing is cached yet.
 */
export async function serverJars(name: 'kafka' | 'proguard' | 's3'): Promise<string> {
  await requireJava();
  const cache = join(CACHE, name);
  const jars = join(cache, 'jars');
  if (await exists(jars)) return jars;
  await mkdir(cache, { recursive: true });
  const fetching = await mkdtemp(join(cache, 'fetching-'));
  try {
    const pom = fileURLToPath(new URL(`../../maven/${name}.xml`, import.meta.url));
    const copy = ['-B', '-q', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime'];
    await run('mvn', [...copy, `-DoutputDirectory=${fetching}`]);
    await rename(fetching, jars);
  } catch (error) {
    // Another test run may have been faster.
    if (!(await exists(jars))) throw new Error('the jars could not be fetched with mvn', { cause: error });
  } finally {
    await rm(fetching, { recursive: true, force: true });
  }
  return jars;
}

async function requireJava(): Promise<void> {
  const version = await run('java', ['-version']).then(
    ({ stderr }) => Number(/version "(\d+)/.exec(stderr)?.[1]),
    () => 0,
  );
  if (!(version >= 17)) throw new Error('no Java 17 or later on the path');
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
