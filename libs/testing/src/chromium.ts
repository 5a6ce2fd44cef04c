import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

export { findLongest, TASK_CATEGORIES, type Longest } from './longest-task.js';

/** Names of the program in the packages of Debian, Fedora, Arch and of Google. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Returns the path of a Chromium: the one in `SVC_TEST_CHROMIUM`, or the first on the PATH. Undefined if none is found;
 * specs are then skipped by name.
 */
export function findChromium(): string | undefined {
  const given = process.env['SVC_TEST_CHROMIUM'];
  if (given !== undefined && given !== '') return given;
  const directories = (process.env['PATH'] ?? '').split(path.delimiter);
  return directories
    .flatMap((directory) => PROGRAMS.map((program) => path.join(directory, program)))
    .find((file) => existsSync(file));
}

/** The sandbox cannot start as root, as which containers run tests; the pages are our own. */
const ARGUMENTS = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'];

/** Starts a browser without a window. Nothing is downloaded, and pages reach only the network of this machine. */
export function startChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/**
 * Starts a browser without a window that has a profile in this folder. It also does what Chromium leaves out in windows without a profile,
 * and what its drivers switch off: lookups and connections before a request.
 *
 * @param networkLog the file to which it writes all of its lookups, connections and requests until it is closed.
 */
export function startChromiumWithProfile(
  executablePath: string,
  directory: string,
  networkLog: string,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(directory, {
    executablePath,
    ignoreDefaultArgs: ['--disable-background-networking'],
    args: [...ARGUMENTS, `--log-net-log=${networkLog}`],
  });
}
