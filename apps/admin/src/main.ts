import { configFromEnvironment } from '@svc/config';
import { ADMIN_SETTINGS } from './admin.settings.js';
import { runProgram } from './program.js';

// Output files contain customer data, which no other user of the machine may read.
process.umask(0o077);

// As the first process of a container it would otherwise ignore both. A migration continues where it was ended.
process.on('SIGTERM', () => process.exit(143));
process.on('SIGINT', () => process.exit(130));

process.exitCode = await runProgram(process.argv.slice(2), {
  config: () => configFromEnvironment(ADMIN_SETTINGS),
  print: (line) => void process.stdout.write(`${line}\n`),
  patienceMs: 60_000,
  printError: (line) => void process.stderr.write(`${line}\n`),
});
