import { ConfigError, loadConfig, type ConfigOf, type Declaration } from './config.js';

/** The exit code of a process whose configuration is invalid: EX_CONFIG of sysexits.h. */
const EXIT_CONFIG = 78;

/** Reads the configuration of a process from its environment; prints all problems and exits if it is invalid. */
export function configFromEnvironment<D extends Declaration>(declaration: D): ConfigOf<D> {
  try {
    return loadConfig(declaration, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}
