import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keep } from '../../../../scripts/user-cache.mjs';

const run = promisify(execFile);

/**
 * Returns the folder with the jars of a server or a tool, fetched by Maven into the cache of the user from the coordinates in
 * `maven/<name>.xml`. Rejects with the reason if Java 17 is absent, or Maven if nothing is cached yet.
 */
export async function serverJars(name: 'kafka' | 'proguard' | 's3'): Promise<string> {
  await requireJava();
  const pom = fileURLToPath(new URL(`../../maven/${name}.xml`, import.meta.url));
  const copy = ['-B', '-q', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime'];
  try {
    return await keep(`jars-${name}`, await readFile(pom, 'utf8'), async (folder) => {
      await run('mvn', [...copy, `-DoutputDirectory=${folder}`]);
    });
  } catch (error) {
    throw new Error('the jars could not be fetched with mvn', { cause: error });
  }
}

async function requireJava(): Promise<void> {
  const [, major] = /version "(\d+)/.exec(await javaVersion().catch(() => '')) ?? [];
  if (!(Number(major) >= 17)) throw new Error('no Java 17 or later on the path');
}

let version: Promise<string> | undefined;

/** Returns the output of `java -version`, several lines. Rejects if Java is not on the path. */
export function javaVersion(): Promise<string> {
  version ??= run('java', ['-version']).then(({ stderr }) => stderr);
  return version;
}
