import path from 'node:path';
import { PythonEnvironment } from '@svc/testing';
import { ask, type Instructions, type Missing, type Program } from './program.js';

/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const SOURCE = path.resolve(import.meta.dirname, '../../src/openfeature/evaluate.py');
const PACKAGES = ['openfeature-sdk==0.10.0', 'openfeature-provider-ofrep==0.3.0'];

/** The Python SDK in an environment of its own. */
export async function installPython(): Promise<Program | Missing> {
  const installed = await PythonEnvironment.install(PACKAGES);
  if (!(installed instanceof PythonEnvironment)) return installed;
  return { run: (instructions: Instructions) => ask(installed.python, [SOURCE], instructions) };
}
