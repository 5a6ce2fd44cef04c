import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from '@svc/test-servers';
import { type Missing, readSources } from './sources.js';

const run = promisify(execFile);
const INSTALL_MS = 300_000;

/** Compiles the Java program in a folder with a `pom.xml`, once, into the cache of the user, and returns its class path. */
export async function buildJavaProgram(name: string, sources: string): Promise<string | Missing> {
  const version = await run('javac', ['--version']).catch(() => undefined);
  const hasMaven = await run('mvn', ['--version']).catch(() => undefined);
  if (version === undefined || hasMaven === undefined)
    return { reason: 'Java with Maven is not installed', isLanguageMissing: true };
  try {
    const spec = [await readSources(sources), version.stdout];
    const folder = await keep(`java-${name}`, spec, (directory) => compile(sources, directory));
    return readClassPath(folder);
  } catch {
    return { reason: 'the Maven repository cannot be reached', isLanguageMissing: false };
  }
}

async function compile(sources: string, folder: string): Promise<void> {
  await cp(sources, folder, { recursive: true });
  const copy = ['--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
  await run('mvn', copy, { cwd: folder, timeout: INSTALL_MS });
  const files = Object.keys(await readSources(sources)).filter((file) => file.endsWith('.java'));
  await run('javac', ['-cp', readClassPath(folder), '-d', folder, ...files], { cwd: folder, timeout: INSTALL_MS });
}

function readClassPath(folder: string): string {
  return [folder, path.join(folder, 'lib/*')].join(path.delimiter);
}
