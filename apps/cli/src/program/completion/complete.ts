import { isRest, type Command, type Family } from '../../command/command.js';
import { commandFlags, GLOBAL_FLAGS } from '../../command/common-flags.js';
import type { Flag } from '../../command/flag.js';
import { rules } from '../../gen/operations.js';

/** The command that completion scripts call, followed by `--`, or by `--described` for descriptions, and the words so far. */
export const COMPLETE_WORD = '__complete';

/**
 * Returns the candidates at the cursor: next words of commands, flags of the command after a dash, choices of a flag or an
 * argument. Makes no requests.
 *
 * @param typed the words after `svc`; the last one is incomplete and may be empty
 */
export function complete(typed: readonly string[], catalog: readonly Family[]): readonly string[] {
  const commands = catalog.flatMap((family) => family.commands);
  const words = typed[0] === 'help' && typed.length > 1 ? typed.slice(1) : typed;
  const writing = words.at(-1) ?? '';
  const { positionals, pending } = readWords(words.slice(0, -1), commands);
  const matching = (candidates: readonly string[]): string[] =>
    [...new Set(candidates)].filter((candidate) => candidate.startsWith(writing)).sort();

  const command = findCommand(commands, positionals);
  if (pending) return matching(getChoices(pending, writing, command));
  const [inline, value] = writing.startsWith('--') && writing.includes('=') ? writing.split('=', 2) : [];
  if (inline !== undefined && value !== undefined) {
    const flag = getFlags(command).find(({ name }) => `--${name}` === inline);
    return matching(flag ? getChoices(flag, value, command).map((choice) => `${inline}=${choice}`) : []);
  }
  if (writing.startsWith('-')) return matching(getFlags(command).map(({ name }) => `--${name}`));
  const argument = command?.arguments?.[positionals.length - command.words.length];
  if (command) return matching(argument?.choices ?? argument?.suggestions ?? []);
  return matching(
    commands
      .filter(({ words: path }) => positionals.every((word, index) => path[index] === word))
      .flatMap(({ words: path }) => path[positionals.length] ?? []),
  );
}

/** Returns the positional words of a command line and the flag whose value is missing. */
export function readWords(
  words: readonly string[],
  commands: readonly Command[],
): { positionals: string[]; pending?: Flag } {
  const positionals: string[] = [];
  let pending: Flag | undefined;
  for (const word of words) {
    if (pending) pending = undefined;
    else if (!word.startsWith('-')) positionals.push(word);
    else {
      const flag = getFlags(findCommand(commands, positionals)).find(
        ({ name, short }) => word === `--${name}` || word === `-${short}`,
      );
      pending = flag && flag.kind !== 'bool' ? flag : undefined;
    }
  }
  return { positionals, ...(pending && { pending }) };
}

export function findCommand(commands: readonly Command[], positionals: readonly string[]): Command | undefined {
  return commands.find(({ words, aliases = [] }) =>
    words.every((word, index) => {
      const typed = positionals[index] ?? '';
      return typed === word || (index === words.length - 1 && aliases.includes(typed));
    }),
  );
}

function getFlags(command: Command | undefined): readonly Flag[] {
  return [...(command ? commandFlags(command) : []), ...GLOBAL_FLAGS];
}

/**
 * Returns the values of a flag: its own choices, or those that the contract permits for what it sends.
 *
 * @param typed the beginning of the value; of choices that commas separate, the ones that it already has are not offered again
 */
function getChoices(flag: Flag, typed: string, command: Command | undefined): readonly string[] {
  const rule = command && isRest(command) ? rules[command.operation]?.[flag.sends ?? ''] : undefined;
  const own = 'choices' in flag ? flag.choices : undefined;
  const choices = own ?? rule?.choices ?? [];
  const isSeparated = own === undefined ? rule?.list === true : flag.kind === 'string' && flag.separated === true;
  if (!isSeparated) return choices;
  const before = typed.split(',').slice(0, -1);
  return choices.filter((choice) => !before.includes(choice)).map((choice) => [...before, choice].join(','));
}

/**
 * Adds a description to a candidate, after a tab: the summary of a command, or the description of a group or a flag.
 */
export function describeCandidates(
  typed: readonly string[],
  candidates: readonly string[],
  catalog: readonly Family[],
): readonly string[] {
  const commands = catalog.flatMap((family) => family.commands);
  const { positionals } = readWords(typed.slice(typed[0] === 'help' ? 1 : 0, -1), commands);
  const flags = getFlags(findCommand(commands, positionals));
  return candidates.map((candidate) => {
    const path = [...positionals, candidate];
    const command = commands.find(({ words }) => words.join(' ') === path.join(' '));
    const group = catalog.map(({ groups }) => groups[path.join(' ')]).find((text) => text !== undefined);
    const flag = flags.find(({ name }) => `--${name}` === candidate);
    const description = command?.summary ?? group ?? flag?.description;
    return description === undefined ? candidate : `${candidate}\t${description}`;
  });
}
