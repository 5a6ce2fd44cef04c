import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { homeDirectory } from '@svc/profile';
import { runCommandLine } from './cli.js';
import { CATALOG } from './commands/index.js';
import { reportFailure } from './print/failure.js';
import { EXIT, Failure, toFailure } from './runtime/failure.js';
import type { Io, Output } from './runtime/io.js';
import { systemKeychain } from './session/keychain.js';
import { openBrowser } from './session/open-browser.js';

/** Set by the bundler from package.json. */
declare const SVC_CLI_VERSION: string;

const argv = process.argv.slice(2);
const io: Io = {
  env: process.env,
  stdin: { isTerminal: isatty(0), [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator]() },
  stdout: output(process.stdout),
  stderr: output(process.stderr),
  fetch,
  now: Date.now,
  sleep,
  random: Math.random,
  homeDirectory: homeDirectory(),
  workingDirectory: () => process.cwd(),
  version: SVC_CLI_VERSION,
  keychain: systemKeychain,
  openBrowser: (url) => void openBrowser(url),
};

// An exit, unlike the default action of a signal, lets commands remove their unfinished files.
process.on('SIGINT', () => process.exit(EXIT.interrupted));
process.on('SIGTERM', () => process.exit(EXIT.terminated));
for (const stream of [process.stdout, process.stderr]) stream.on('error', endOutput);
process.on('uncaughtException', endWith);
process.on('unhandledRejection', endWith);

// Not process.exit, which would discard output that a slow pipe has not taken yet.
process.exitCode = await runCommandLine(argv, CATALOG, io);

function output(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY,
    columns: stream.isTTY ? stream.columns : undefined,
  };
}

/** A reader that closes the pipe early (`svc docs | head`) is not an error; a full disk is. */
function endOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  endWith(new Failure('output_failed', `The output cannot be written (${error.code ?? 'unknown'})`));
}

/** Reports any failure in the same way. */
function endWith(error: unknown): never {
  const failure = toFailure(error);
  reportFailure(failure, argv, io);
  process.exit(failure.exitCode);
}
