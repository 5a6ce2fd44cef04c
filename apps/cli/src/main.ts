import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommandLine } from './cli.js';
import { CATALOG } from './commands/index.js';
import { EXIT } from './runtime/failure.js';
import type { Io, Output } from './runtime/io.js';
import { openBrowser } from './session/open-browser.js';
import { systemKeychain } from './session/keychain.js';

/** Set by the bundler from package.json. */
declare const SVC_CLI_VERSION: string;

const io: Io = {
  env: process.env,
  stdin: process.stdin,
  stdout: output(process.stdout),
  stderr: output(process.stderr),
  fetch,
  now: Date.now,
  sleep,
  random: Math.random,
  homeDirectory: homedir(),
  version: SVC_CLI_VERSION,
  keychain: systemKeychain,
  openBrowser,
};

process.on('SIGINT', () => process.exit(EXIT.interrupted));
for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreEpipe);

// Not process.exit, which would discard output that a slow pipe has not taken yet.
process.exitCode = await runCommandLine(process.argv.slice(2), CATALOG, io);

function output(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY,
    columns: stream.isTTY ? stream.columns : undefined,
  };
}

/** A reader that closes the pipe early (`svc docs | head`) is not an error. */
function ignoreEpipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
