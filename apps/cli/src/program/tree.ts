import { isRest, type Command, type Family } from '../command/command.js';
import { commandFlags, GLOBAL_FLAGS } from '../command/common-flags.js';
import type { Flag, RawFlags } from '../command/flag.js';
import type { FlagCommand } from './flag-command.js';
import type { RunRequest } from './request.js';

/** Adds a command below the groups of its words, and creates the groups that do not exist yet. */
export function addCommand(
  program: FlagCommand,
  family: Family,
  command: Command,
  ask: (request: RunRequest) => void,
): void {
  const levels = [program];
  for (const [index, word] of command.words.slice(0, -1).entries()) {
    const words = command.words.slice(0, index + 1).join(' ');
    levels.push(findGroup(levels.at(-1) ?? program, word, family.groups[words] ?? ''));
  }
  const leaf = child(levels.at(-1) ?? program, command.words.at(-1) ?? '');
  const own = commandFlags(command);
  if (family.topic !== undefined) (levels[1] ?? leaf).helpGroup(family.topic);
  describe(leaf, command);
  const positionals = command.arguments ?? [];
  for (const { name, description, optional } of positionals) {
    leaf.argument(optional ? `[${name}]` : `<${name}>`, description);
  }
  const last = positionals.at(-1);
  if (last?.repeats) leaf.argument(`[${last.name}...]`, 'further values');
  for (const flag of own) leaf.addFlag(flag, 'Flags:');
  addGlobalFlags(leaf, own);
  leaf.action((...given: unknown[]) => {
    const named = positionals.flatMap(({ name }, index) => {
      const typed = given[index];
      return typeof typed === 'string' ? [[name, typed] as const] : [];
    });
    const flags = leaf.typedFlags();
    ask({
      kind: 'run',
      command,
      arguments: Object.fromEntries(named),
      more: last?.repeats ? ((given[positionals.length] ?? []) as readonly string[]) : [],
      flags,
      globals: mergeGlobals([...levels.map((level) => level.typedFlags()), without(flags, own)]),
    });
  });
}

/**
 * Adds the global flags to a level, except those whose names its own flags use. They are on every level so that they may appear
 * anywhere.
 */
export function addGlobalFlags(command: FlagCommand, own: readonly Flag[]): void {
  for (const flag of GLOBAL_FLAGS) {
    if (!own.some(({ name }) => name === flag.name)) command.addFlag(flag, 'Global flags:');
  }
}

function findGroup(parent: FlagCommand, word: string, description: string): FlagCommand {
  const existing = parent.commands.find((command) => command.name() === word);
  if (existing) return existing as FlagCommand;
  const group = child(parent, word);
  group.description(description);
  addGlobalFlags(group, []);
  return group;
}

function child(parent: FlagCommand, name: string): FlagCommand {
  const made = parent.createCommand(name);
  made.copyInheritedSettings(parent);
  made.helpCommand(false);
  parent.addCommand(made);
  return made;
}

function describe(leaf: FlagCommand, command: Command): void {
  const parts = [`${command.summary}.`, command.description ?? ''];
  if (isRest(command) && command.body !== undefined) parts.push(`Body: ${command.body}.`);
  leaf
    .summary(command.summary)
    .description(parts.filter((part) => part !== '').join('\n\n'))
    .aliases(command.aliases ?? []);
  if (!command.examples) return;
  leaf.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}\n`).join('')}`);
}

function mergeGlobals(levels: readonly RawFlags[]): RawFlags {
  const merged = Object.assign({}, ...levels) as RawFlags;
  return Object.fromEntries(GLOBAL_FLAGS.map(({ name }) => [name, merged[name]]));
}

function without(flags: RawFlags, own: readonly Flag[]): RawFlags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !own.some((flag) => flag.name === name)));
}
