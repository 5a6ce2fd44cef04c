import path from 'node:path';
import { PythonEnvironment } from '../sdk-python/environment.js';
import { ask, type Instructions, type Missing, type Program } from './program.js';

/** Compiled specs lie in `dist`; what is not TypeScript stays where it is. */
const SOURCE = path.resolve(import.meta.dirname, '../../src/openfeature/evaluate.py');
const PACKAGES = ['openfeature-sdk==0.10.0', 'openfeature-provider-ofrep==0.3.0'];

/** The Python SDK in an environment of its own. */
export class PythonProgram implements Program {
  private constructor(private readonly environment: PythonEnvironment) {}

  static async install(): Promise<PythonProgram | Missing> {
    const installed = await PythonEnvironment.install(PACKAGES);
    return installed instanceof PythonEnvironment ? new PythonProgram(installed) : installed;
  }

  run(instructions: Instructions) {
    return ask(this.environment.python, [SOURCE], instructions);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.environment[Symbol.asyncDispose]();
  }
}
