import { CommanderError } from 'commander';
import type { Family } from '../command/command.js';
import { usageError } from '../runtime/failure.js';
import type { Request, RunRequest } from './request.js';
import { FlagCommand } from './flag-command.js';
import { addCommand, addGlobalFlags } from './tree.js';

export interface ReaderOptions {
  readonly version: string;
  /** Columns to lay help out in. */
  readonly columns: number | undefined;
}

/**
 * Reads the words of a command line. Global flags may stand before, between and behind the words of the command; where one is
 * given twice, the one nearer to the end of the command counts. A command's own flag of the same name is its own.
 *
 * @throws Failure of kind usage, with a suggestion where something similar exists.
 */
export function readCommandLine(argv: readonly string[], catalog: readonly Family[], options: ReaderOptions): Request {
  let asked: RunRequest | undefined;
  let help = '';
  const program = new FlagCommand('svc');
  program
    .description('The command-line client of the service: investigate and automate.')
    .version(options.version, '--version', 'print the version of the client')
    .exitOverride()
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      ...(options.columns !== undefined && { helpWidth: options.columns }),
    })
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => {}, outputError: () => {} })
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .enablePositionalOptions();
  addGlobalFlags(program, []);
  for (const family of catalog) {
    for (const command of family.commands) addCommand(program, family, command, (request) => (asked = request));
  }
  try {
    // `svc help logs query` is how other clients spell it.
    program.parse(argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'help', text: help };
    throw usageError(error.message.replace(/^error: /, '').replaceAll('\n', ' '));
  }
  return asked ?? { kind: 'help', text: help };
}
