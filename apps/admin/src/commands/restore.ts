import path from 'node:path';
import { configFromEnvironment } from '@svc/config';
import { STATE_SETTINGS } from '@svc/relational/settings';
import type { Command } from 'commander';
import { restoreBackup, verifyBackup } from '../backup/restore-backup.js';
import { EXIT, type AdminContext, type ExitCode } from '../context.js';

export function addRestore(program: Command, { print }: AdminContext, finish: (code: ExitCode) => void): void {
  program
    .command('restore <directory>')
    .description('Restore a backup into the directory of SVC_STATE_DIR, which must be empty or not exist.')
    .option('--check', 'only verify the backup')
    .action(async (directory: string, { check = false }: { check?: boolean }) => {
      const backup = path.resolve(directory);
      const state = path.resolve(configFromEnvironment(STATE_SETTINGS).SVC_STATE_DIR);
      const { totals, createdAt, rows } = check ? await verifyBackup(backup) : await restoreBackup(backup, state);
      for (const [table, count] of Object.entries(rows)) if (count > 0) print(`${table}: ${count} rows`);
      print(
        `${totals.files} files, ${totals.bytes} bytes, of ${createdAt}, ${check ? 'verified' : `restored to ${state}`}`,
      );
      finish(EXIT.ok);
    });
}
