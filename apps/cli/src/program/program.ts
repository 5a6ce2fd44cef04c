import { CommanderError } from 'commander';
import type { Family } from '../command/command.js';
import { usageError } from '../runtime/failure.js';
import type { Request, RunRequest } from './request.js';
import { FlagCommand } from './flag-command.js';
import { addCommand, addGlobalFlags } from './tree.js';

export interface ReaderOptions {
  readonly version: string;
  /** Width of the help in columns. */
  readonly columns: number | undefined;
}

/**
 * Parses the words of a command line. Global flags may appear before, between and after the words of the command; if one is
 * repeated, the last occurrence applies. A flag of the command takes precedence over a global flag of the same name.
 *
 * @throws Failure of kind usage, with a suggestion if a similar word exists.
 */
export function readCommandLine(argv: readonly string[], catalog: readonly Family[], options: ReaderOptions): Request {
  let asked: RunRequest | undefined;
  let help = '';
  const program = new FlagCommand('svc');
  program
    .description('The command-line client of the service.')
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
    // Other clients use `svc help logs query`.
    program.parse(argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'help', text: help };
    throw usageError(error.message.replace(/^error: /, '').replaceAll('\n', ' '));
  }
  return asked ?? { kind: 'help', text: help };
}
