import path from 'node:path';
import { buildGoSources } from '@svc/testing';
import { ask, execute, type Instructions, type Missing, type Program } from './program.js';

/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const SOURCE = path.resolve(import.meta.dirname, '../../src/openfeature/go-evaluate');

/** The Go SDK, built from the module proxy. */
export async function installGo(): Promise<Program | Missing> {
  try {
    await execute('go', ['version']);
  } catch {
    return { reason: 'go is not installed', isLanguageMissing: true };
  }
  try {
    const program = await buildGoSources('openfeature', SOURCE);
    return { run: (instructions: Instructions) => ask(program, [], instructions) };
  } catch {
    return { reason: 'the module proxy of Go cannot be reached', isLanguageMissing: false };
  }
}
