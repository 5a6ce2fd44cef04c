import { ConfigError, loadConfig, type ConfigOf, type Declaration } from './config.js';

/** The exit code of a process whose configuration is invalid: EX_CONFIG of sysexits.h. */
const EXIT_CONFIG = 78;

/** Reads the process's environment for a `main.ts`; prints every problem and exits when it is invalid. */
export function configFromEnvironment<D extends Declaration>(declaration: D): ConfigOf<D> {
  try {
    return loadConfig(declaration, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}
