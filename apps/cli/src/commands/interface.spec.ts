import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { spelledArgument, toManifest, type CommandEntry } from '../manifest/manifest.js';
import { CATALOG } from './index.js';

/** The published interface: every command there is or will be. `scripts/read-interface.mjs` writes the file. */
interface Interface {
  readonly commands: readonly PublishedCommand[];
  readonly globalFlags: readonly { readonly spelled: string; readonly type: string; readonly env?: string }[];
  readonly exitCodes: Readonly<Record<string, string>>;
}

interface PublishedCommand {
  /** `logs query`. */
  readonly command: string;
  /** `<search-id>`, `[user-id]`. */
  readonly positionals: readonly string[];
  readonly aliases: readonly string[];
  readonly flags: readonly PublishedFlag[];
}

interface PublishedFlag {
  readonly name: string;
  readonly short?: string;
  /** Absent where the interface leaves it open, as `default`. */
  readonly type?: string;
  readonly default?: string;
  readonly required: boolean;
  readonly choices: readonly string[];
}

const FILE = path.join(import.meta.dirname, '..', '..', 'src', 'testing', 'interface.json');
/**
 * Flags that the published interface does not have, by their command. None is required, and the command does without them what is
 * published.
 */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'oncall schedules create': ['dry-run', 'from', 'leave-out-unmatched', 'map-user'],
};
const published = JSON.parse(readFileSync(FILE, 'utf8')) as Interface;
const manifest = toManifest(CATALOG);

describe('the client and its published interface', () => {
  it('matches the positionals, aliases, flags, types, defaults and choices of every command', () => {
    const commands = new Map(published.commands.map((command) => [command.command, command]));
    assert.equal(commands.size, 216);
    for (const entry of manifest.commands) {
      const command = commands.get(entry.command) ?? assert.fail(`${entry.command} is not published`);
      const added = ADDED[entry.command] ?? [];
      const flags = entry.flags.filter(({ name }) => !added.includes(name));
      assert.equal(entry.flags.length - flags.length, added.length, entry.command);
      assert.ok(!entry.flags.some(({ name, required }) => required && added.includes(name)), entry.command);
      assert.deepEqual(sortFlags(toPublished({ ...entry, flags }, command)), sortFlags(command), entry.command);
    }
  });

  it('matches the global flags', () => {
    const flags = manifest.global_flags.map(({ name, short, type, env }) => ({
      spelled: `${short === null ? '' : `-${short}, `}--${name}`,
      type,
      ...(env !== null && { env }),
    }));
    assert.deepEqual(flags, published.globalFlags);
  });

  it('matches the exit codes', () => {
    assert.deepEqual(manifest.exit_codes, published.exitCodes);
  });
});

/** The entry with the same members left open as in the published command. */
function toPublished(entry: CommandEntry, command: PublishedCommand): PublishedCommand {
  const flags = entry.flags.map((flag): PublishedFlag => {
    const expected = command.flags.find(({ name }) => name === flag.name);
    const showsDefault = expected?.default !== undefined || flag.type === 'string';
    return {
      name: flag.name,
      ...(flag.short !== null && { short: flag.short }),
      ...(expected?.type !== undefined && { type: flag.type }),
      ...(showsDefault && flag.default !== null && { default: flag.default }),
      // The interface says once for all destructive commands that --yes is required.
      required: flag.name === 'yes' ? expected?.required === true : flag.required,
      choices: expected && expected.choices.length > 0 ? (flag.choices ?? []) : [],
    };
  });
  return {
    command: entry.command,
    positionals: entry.arguments.map(spelledArgument),
    aliases: entry.aliases,
    flags,
  };
}

function sortFlags(command: PublishedCommand): PublishedCommand {
  return { ...command, flags: command.flags.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}
