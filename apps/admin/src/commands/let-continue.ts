import type { Command } from 'commander';
import { GUARD_COMMAND, guardResumption } from '../backup/resume-guard.js';
import { EXIT, type AdminContext, type ExitCode } from '../context.js';

/** Started by `backup`. */
export function addLetContinue(program: Command, _: AdminContext, finish: (code: ExitCode) => void): void {
  program
    .command(`${GUARD_COMMAND} <process> <milliseconds>`, { hidden: true })
    .action(async (service: string, milliseconds: string) => {
      await guardResumption(Number(service), Number(milliseconds));
      finish(EXIT.ok);
      process.exit(EXIT.ok);
    });
}
