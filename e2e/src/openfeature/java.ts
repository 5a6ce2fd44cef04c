import path from 'node:path';
import { buildJavaProgram } from '@svc/testing';
import { ask, type Instructions, type Missing, type Program } from './program.js';

/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const SOURCE = path.resolve(import.meta.dirname, '../../src/openfeature/java-evaluate');

/** The Java SDK, from the Maven repository. */
export async function installJava(): Promise<Program | Missing> {
  const classPath = await buildJavaProgram('openfeature', SOURCE);
  if (typeof classPath !== 'string') return classPath;
  return { run: (instructions: Instructions) => ask('java', ['-cp', classPath, 'Evaluate'], instructions) };
}
