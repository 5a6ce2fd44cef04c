import { CommanderError } from 'commander';
import type { Command, Family } from '../command/command.js';
import { usageError } from '../runtime/failure.js';
import { findCommand, readWords } from './completion/complete.js';
import { FlagCommand } from './flag-command.js';
import type { Request, RunRequest } from './request.js';
import { addCommand, addGlobalFlags } from './tree.js';
import { findUnknownCommand } from './unknown-command.js';

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
  const isHelp = argv[0] === 'help';
  const typed = isHelp ? argv.slice(1) : argv;
  let asked: RunRequest | undefined;
  let help = '';
  const program = new FlagCommand('svc');
  program
    .description('Query telemetry and customers, manage projects, and automate svc.')
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
  const commands = catalog.flatMap((family) => family.commands);
  const getPositionals = (): readonly string[] => readWords(typed, commands).positionals;
  const [spoken] = getPositionals();
  for (const family of catalog) {
    for (const command of ofFirstWord(family, spoken, catalog))
      addCommand(program, family, command, (request) => (asked = request));
  }
  try {
    // Other clients use `svc help logs query`.
    program.parse(isHelp ? [...typed, '--help'] : typed, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help of the level above would hide that there is no such command.
    const isAboutCommand = error.code === 'commander.help' || error.code === 'commander.helpDisplayed';
    if (isAboutCommand || error.code === 'commander.unknownCommand') {
      const unknown = findUnknownCommand(getPositionals(), catalog);
      if (unknown) throw unknown;
    }
    const about = findCommand(commands, getPositionals());
    if (error.exitCode === 0) return { kind: 'help', text: help, ...(about && { command: about }) };
    throw usageError(error.message.replace(/^error: /, '').replaceAll('\n', ' ') + hint(error, argv));
  }
  return asked ?? { kind: 'help', text: help };
}

/** A boolean takes its value only after an equals sign, as the next word may be an argument. */
function hint({ code }: CommanderError, argv: readonly string[]): string {
  if (code !== 'commander.excessArguments') return '';
  const at = argv.findIndex((word, index) => /^(?:true|false)$/.test(word) && argv[index - 1]?.startsWith('--'));
  return at === -1 ? '' : ` Write ${argv[at - 1]}=${argv[at]}.`;
}

/** The commands that can be meant, since preparing all of them would take a tenth of a start; all if no command begins like this. */
function ofFirstWord(family: Family, spoken: string | undefined, catalog: readonly Family[]): readonly Command[] {
  const begins = ({ words, aliases = [] }: Command): boolean =>
    words[0] === spoken || (words.length === 1 && aliases.includes(spoken ?? ''));
  const isKnown = catalog.some(({ commands }) => commands.some(begins));
  return isKnown ? family.commands.filter(begins) : family.commands;
}
