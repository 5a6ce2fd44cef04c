/**
 * Writes src/gen/commands.json: for each operation by method and path, the commands of the client that call it, so that the console can
 * show a request as a command line. The client has to be compiled.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TARGET = path.join(import.meta.dirname, '..', 'src', 'gen', 'commands.json');
const CLIENT = path.join(import.meta.dirname, '..', '..', 'cli', 'dist');

const load = (file) => import(pathToFileURL(path.join(CLIENT, file)).href);
const { operations } = await load('gen/operations.js');
const { CATALOG } = await load('commands/index.js');

const table = {};
for (const command of CATALOG.flatMap(({ commands }) => commands).filter((each) => 'operation' in each)) {
  const { method, path: route } = operations[command.operation];
  (table[`${method} ${route}`] ??= []).push(toEntry(command));
}
const lines = Object.entries(table)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([route, commands]) => `  ${JSON.stringify(route)}: ${JSON.stringify(commands)}`);
writeFileSync(TARGET, `{\n${lines.join(',\n')}\n}\n`);

/** Members that are absent in most commands are left out. */
function toEntry(command) {
  const { words, flags = [], anyOf = [], body, bodyArray, listOfOne, destructive, confirms } = command;
  const required = flags.filter((flag) => flag.required).map(({ name }) => name);
  const positionals = command.arguments ?? [];
  return {
    words: words.join(' '),
    arguments: positionals.map(({ sends, optional, repeats, choices, meanings }) => ({
      ...(sends && { sends }),
      ...(optional && { optional }),
      ...(repeats && { repeats }),
      ...(choices && { choices }),
      ...(meanings && { meanings }),
    })),
    flags: Object.fromEntries(
      flags.filter(({ sends, generated }) => sends && !generated).map((flag) => [flag.sends, toFlag(flag)]),
    ),
    ...(required.length > 0 && { required }),
    ...(anyOf.length > 0 && { anyOf }),
    ...(body !== undefined && { body: bodyArray ?? true }),
    ...(listOfOne && { listOfOne }),
    ...(destructive && { yes: confirms ?? true }),
  };
}

/** The name, and the kind if the value is not written as it is. */
function toFlag({ name, kind, format }) {
  const isWritten = ['bool', 'duration', 'stringSlice'].includes(kind) || format?.startsWith('json_');
  return isWritten ? [name, format?.startsWith('json_') ? 'json' : kind] : [name];
}
