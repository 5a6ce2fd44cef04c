import { CommanderError } from 'commander';
import { commandFlags } from '../command/command-flags.js';
import { isRest, type Command, type Family } from '../command/command.js';
import { GLOBAL_FLAGS } from '../command/common-flags.js';
import type { RawFlags } from '../command/flag.js';
import { usageError } from '../failure.js';
import { HELP_STYLE, SpelledCommand } from './spelled-flags.js';

/** What the command line asks for. */
export type Request =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly arguments: Readonly<Record<string, string>>;
      readonly flags: RawFlags;
      readonly globals: RawFlags;
    };

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
  let asked: Request | undefined;
  let help = '';
  const program = new SpelledCommand('svc');
  program
    .description('The command-line client of the service: investigate and automate.')
    .version(options.version, '--version', 'print the version of the client')
    .exitOverride()
    .configureHelp({ ...HELP_STYLE, ...(options.columns !== undefined && { helpWidth: options.columns }) })
    .configureOutput({ writeOut: (text) => (help += text), writeErr: () => {}, outputError: () => {} })
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .enablePositionalOptions();
  addGlobals(program, new Set());
  for (const family of catalog) {
    for (const command of family.commands) addLeaf(program, family, command, (request) => (asked = request));
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

function addLeaf(program: SpelledCommand, family: Family, command: Command, ask: (request: Request) => void): void {
  const groups = command.words
    .slice(0, -1)
    .reduce<SpelledCommand[]>(
      (path, word, index) => [
        ...path,
        group(path.at(-1) ?? program, word, family.groups, command.words.slice(0, index + 1)),
      ],
      [program],
    );
  const parent = groups.at(-1) ?? program;
  const leaf = child(parent, command.words.at(-1) ?? '');
  leaf
    .summary(command.summary)
    .description(describe(command))
    .aliases(command.aliases ?? []);
  leaf.allowExcessArguments(false).helpOption('-h, --help', 'print help');
  for (const argument of command.arguments ?? []) leaf.argument(`<${argument.name}>`, argument.description);
  const own = commandFlags(command);
  for (const flag of own) leaf.addFlag(flag, 'Flags:');
  addGlobals(leaf, new Set(own.map(({ name }) => name)));
  if (command.examples)
    leaf.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}\n`).join('')}`);
  leaf.action((...given: unknown[]) => {
    const typed = leaf.typedFlags();
    const names = (command.arguments ?? []).map(({ name }, index) => [name, String(given[index])] as const);
    ask({
      kind: 'run',
      command,
      arguments: Object.fromEntries(names),
      flags: typed,
      globals: globals(
        groups,
        typed,
        own.map(({ name }) => name),
      ),
    });
  });
}

function group(
  parent: SpelledCommand,
  word: string,
  texts: Family['groups'],
  words: readonly string[],
): SpelledCommand {
  const existing = parent.commands.find((command) => command.name() === word);
  if (existing) return existing as SpelledCommand;
  const made = child(parent, word);
  made
    .description(texts[words.join(' ')] ?? '')
    .enablePositionalOptions()
    .helpOption('-h, --help', 'print help');
  addGlobals(made, new Set());
  return made;
}

function child(parent: SpelledCommand, name: string): SpelledCommand {
  const made = parent.createCommand(name);
  made.copyInheritedSettings(parent);
  made.helpCommand(false);
  parent.addCommand(made);
  return made;
}

function addGlobals(command: SpelledCommand, taken: ReadonlySet<string>): void {
  for (const flag of GLOBAL_FLAGS) if (!taken.has(flag.name)) command.addFlag(flag, 'Global flags:');
}

function globals(groups: readonly SpelledCommand[], leaf: RawFlags, own: readonly string[]): RawFlags {
  const levels = groups.map((level) => level.typedFlags());
  const names = GLOBAL_FLAGS.map(({ name }) => name);
  const atLeaf = Object.fromEntries(Object.entries(leaf).filter(([name]) => !own.includes(name)));
  const merged: RawFlags = Object.assign({}, ...levels, atLeaf) as RawFlags;
  return Object.fromEntries(names.map((name) => [name, merged[name]]));
}

function describe(command: Command): string {
  const text = `${command.summary}.`;
  const parts = [text, ...(command.description === undefined ? [] : [command.description])];
  if (isRest(command) && command.body !== undefined) parts.push(`Body: ${command.body}.`);
  return parts.join('\n\n');
}
