import { groupBy } from '../../runtime/values/group-by.js';
import { spelledArgument, type CommandEntry, type Manifest } from '../manifest.js';

/** Lists the commands by their first word, one line each, with their arguments and required flags. */
export function commandIndex({ commands }: Manifest): string {
  const families = groupBy(commands, ({ command }) => command.split(' ')[0] ?? '');
  return [...families].map(([family, own]) => `- \`${family}\`: ${own.map(spelled).join('; ')}\n`).join('');
}

function spelled({ command, arguments: positionals, flags }: CommandEntry): string {
  const own = command.split(' ').slice(1);
  const required = flags.filter((flag) => flag.required).map(({ name }) => `--${name}`);
  const words = [...own, ...positionals.map(spelledArgument), ...required];
  return words.length === 0 ? 'takes no argument' : words.join(' ');
}

/** Flags before their values, outside quotes. */
const FLAG = /(?<=\s)--?[a-z][a-z-]*/g;

/**
 * Returns the line if it begins with a command of the manifest and has no flag that the command does not have.
 *
 * @throws Error otherwise, which is a mistake in the text of the skill.
 */
export function checkLine(line: string, manifest: Manifest): string {
  const entry = findEntry(line, manifest);
  const text = withoutQuoted(line);
  const known = [...entry.flags, ...manifest.global_flags].flatMap(({ name, short }) => [`--${name}`, `-${short}`]);
  const unknown = [...text.matchAll(FLAG)].map(([flag]) => flag).filter((flag) => !known.includes(flag));
  if (unknown.length > 0)
    throw new Error(`The skill names flags that svc ${entry.command} does not have: ${unknown.join(', ')}`);
  return line;
}

/** Returns the command that a line begins with. @throws Error if it does not exist. */
export function findEntry(line: string, { commands }: Pick<Manifest, 'commands'>): CommandEntry {
  const text = withoutQuoted(line);
  const entry = commands
    .filter(({ command }) => `${text} `.startsWith(`svc ${command} `))
    .sort((a, b) => b.command.length - a.command.length)[0];
  if (!entry) throw new Error(`The skill names a command that does not exist: ${line}`);
  return entry;
}

function withoutQuoted(line: string): string {
  return line.replaceAll(/'[^']*'|"[^"]*"/g, '');
}
