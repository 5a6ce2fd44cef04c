import type { CommandEntry, Manifest } from '../manifest.js';
import { findEntry } from './command-index.js';

/** Flags that take the `next_cursor` of a page. */
const CURSOR_FLAGS = ['cursor', 'before'];

/** Says how to get the next page of each command that has one, from the flags of the manifest. Commands that watch have no pages. */
export function pagingRules(manifest: Manifest): string {
  const commands = manifest.commands.filter(({ operation }) => operation !== null);
  const taking = (name: string): readonly CommandEntry[] =>
    // `logs context` counts rows with --before.
    commands.filter(({ flags }) =>
      flags.some((flag) => flag.name === name && (flag.type === 'string') === CURSOR_FLAGS.includes(name)),
    );
  const rules = [
    ...CURSOR_FLAGS.map((flag) => [`\`--${flag} <next_cursor>\` and all other flags unchanged`, taking(flag)] as const),
    ['`--offset <rows so far>`', taking('offset')] as const,
  ];
  const bounded = taking('cursor').filter(({ flags }) =>
    flags.some(({ name, required }) => name === 'since' && required),
  );
  return [
    ...rules.map(([way, own]) => `  - with ${way}: ${list(own)}.\n`),
    `  - A cursor of ${list(bounded)} is valid only for the window of its page: give \`--since\` and \`--until\` as times.\n`,
    '  - All other commands have no next page: raise `--limit` if there is one, else narrow the window or add filters.\n',
  ].join('');
}

/**
 * Returns the line if it names a command that changes something without `--yes`.
 *
 * @throws Error otherwise, which is a mistake in the text of the skill.
 */
export function checkImmediate(line: string, manifest: Manifest): string {
  const { command, destructive, operation } = findEntry(line, manifest);
  if (destructive || operation?.method === 'GET') throw new Error(`svc ${command} does not take effect at once`);
  return line;
}

function list(entries: readonly CommandEntry[]): string {
  return entries.map(({ command }) => `\`${command}\``).join(', ');
}
