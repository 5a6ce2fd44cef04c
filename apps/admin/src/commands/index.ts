import type { Command } from 'commander';
import type { AdminContext, ExitCode } from '../context.js';
import { addBackup } from './backup.js';
import { addLetContinue } from './let-continue.js';
import { addMigrate } from './migrate.js';
import { addProject } from './project.js';
import { addRestore } from './restore.js';

/** Adds one command to the program. Its action resolves with the exit code, which `finish` takes. */
export type AddCommand = (program: Command, context: AdminContext, finish: (code: ExitCode) => void) => void;

/** All commands, in the order of the help. */
export const COMMANDS: readonly AddCommand[] = [addMigrate, addBackup, addRestore, addProject, addLetContinue];
