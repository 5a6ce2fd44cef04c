import path from 'node:path';
import { configFromEnvironment } from '@svc/config';
import { VERSION } from '@svc/observability';
import { STATE_SETTINGS } from '@svc/relational/settings';
import { InvalidArgumentError, type Command } from 'commander';
import { createBackup } from '../backup/create-backup.js';
import { EXIT, type AdminContext, type ExitCode } from '../context.js';

export function addBackup(program: Command, { print }: AdminContext, finish: (code: ExitCode) => void): void {
  program
    .command('backup <directory>')
    .description(
      'Back up a service on one machine, running or not, into a new directory. SVC_STATE_DIR names its state directory.',
    )
    .option('--longest-pause <seconds>', 'how long the service may stand still', toSeconds, 10)
    .action(async (directory: string, { longestPause }: { longestPause: number }) => {
      const { totals, pausedMs } = await createBackup({
        state: path.resolve(configFromEnvironment(STATE_SETTINGS).SVC_STATE_DIR),
        target: path.resolve(directory),
        longestPauseMs: longestPause * 1_000,
        version: VERSION,
      });
      print(`${totals.files} files, ${totals.bytes} bytes; the service stood still for ${pausedMs / 1_000} s`);
      finish(EXIT.ok);
    });
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 300)) throw new InvalidArgumentError('must be a number up to 300.');
  return seconds;
}
