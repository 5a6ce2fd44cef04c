import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const POM = fileURLToPath(new URL('../../kafka-broker/pom.xml', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../.tools/kafka/', import.meta.url));

/**
 * The folder with the broker's jars, fetched by Maven once per checkout. Rejects with the reason when Java 17, or Maven
 * where nothing is cached yet, is absent.
 */
export async function kafkaJars(): Promise<string> {
  await requireJava();
  const jars = join(CACHE, 'jars');
  if (await exists(jars)) return jars;
  await mkdir(CACHE, { recursive: true });
  const fetching = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    const copy = ['-B', '-q', '-f', POM, 'dependency:copy-dependencies', '-DincludeScope=runtime'];
    await run('mvn', [...copy, `-DoutputDirectory=${fetching}`]);
    await rename(fetching, jars);
  } catch (error) {
    // Another test run may have been faster.
    if (!(await exists(jars))) throw new Error('the server jars could not be fetched with mvn', { cause: error });
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
