import { isRest, type Command } from './command.js';
import { BODY_FLAGS, YES } from './common-flags.js';
import type { Flag } from './flag.js';

/** Every flag of a command besides the global ones, by name: its own, the body's and the confirmation. */
export function commandFlags(command: Command): readonly Flag[] {
  const own: readonly Flag[] = command.flags ?? [];
  if (!isRest(command)) return own;
  const added = [...(command.body === undefined ? [] : BODY_FLAGS), ...(command.destructive ? [YES] : [])];
  return [...own, ...added].sort((a, b) => (a.name < b.name ? -1 : 1));
}
