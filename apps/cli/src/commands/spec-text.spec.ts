import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { manifestOf, spelledArguments, type CommandEntry } from '../manifest/manifest.js';
import { readGlobalFlags, readSpecCommands, type SpecCommand } from '../testing/spec-text.js';
import { CATALOG } from './index.js';

/** The interface's text lies beside the checkout, not in it. */
const FILE = path.join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'spec', 'cli.md');

const manifest = manifestOf(CATALOG);

function readText(t: TestContext): string | undefined {
  if (existsSync(FILE)) return readFileSync(FILE, 'utf8');
  t.skip('the interface’s text is not beside this checkout: the commands are not compared with it');
  return undefined;
}

/** The entry as the text would write it, leaving out what the text leaves open. */
function asSpec(entry: CommandEntry, spec: SpecCommand): SpecCommand {
  const flags = entry.flags.map((flag) => {
    const told = spec.flags.find(({ name }) => name === flag.name);
    return {
      name: flag.name,
      short: flag.short ?? undefined,
      type: told?.type === undefined ? undefined : flag.type,
      default: told?.default === undefined && flag.type !== 'string' ? undefined : (flag.default ?? undefined),
      required: flag.required || (flag.name === 'yes' && told?.required === true),
      choices: told && told.choices.length > 0 ? (flag.choices ?? []) : [],
    };
  });
  return {
    command: entry.command,
    positionals: entry.arguments.flatMap(spelledArguments),
    aliases: entry.aliases,
    flags,
  };
}

function sorted(spec: SpecCommand): SpecCommand {
  return { ...spec, flags: spec.flags.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

test('the text has the number of commands it says it has', (t) => {
  const text = readText(t);
  if (text === undefined) return;
  const commands = readSpecCommands(text);
  assert.equal(new Set(commands.map(({ command }) => command)).size, commands.length, 'a command is counted once');
  const claimed = Number(/a total of (\d+) commands/.exec(text)?.[1]);
  assert.equal(commands.length, claimed);
  t.diagnostic(`${manifest.commands.length} of ${claimed} commands exist`);
});

test('every command is in the text, with the same positionals, aliases, flags, types, defaults and choices', (t) => {
  const text = readText(t);
  if (text === undefined) return;
  const specs = new Map(readSpecCommands(text).map((spec) => [spec.command, spec]));
  for (const entry of manifest.commands) {
    const spec = specs.get(entry.command) ?? assert.fail(`${entry.command} is not in the text`);
    assert.deepEqual(sorted(asSpec(entry, spec)), sorted(spec), entry.command);
  }
});

test('the global flags are the text’s', (t) => {
  const text = readText(t);
  if (text === undefined) return;
  const ours = manifest.global_flags.map((flag) => ({
    spelled: `${flag.short === null ? '' : `-${flag.short}, `}--${flag.name}`,
    type: flag.type,
    env: flag.env ?? undefined,
  }));
  assert.deepEqual(ours, readGlobalFlags(text));
});

test('the exit codes are the text’s', (t) => {
  const text = readText(t);
  if (text === undefined) return;
  const rows = [...text.matchAll(/^\| (\d) \| ([^|]+) \|$/gm)].map(([, code, meaning]) => [code, meaning?.trim()]);
  assert.deepEqual(Object.entries(manifest.exit_codes), rows);
});
