import { isRest, commandPath, type Argument, type Command, type Family } from '../command/command.js';
import { commandFlags, GLOBAL_FLAGS } from '../command/common-flags.js';
import { shownDefault, type Flag } from '../command/flag.js';
import { operationEntry } from '../command/request.js';
import type { JsonObject } from '../runtime/values/json.js';

export interface Manifest extends JsonObject {
  readonly commands: readonly CommandEntry[];
  readonly global_flags: readonly FlagEntry[];
  readonly exit_codes: JsonObject;
}

export interface CommandEntry extends JsonObject {
  readonly command: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly description: string | null;
  readonly arguments: readonly ArgumentEntry[];
  readonly flags: readonly FlagEntry[];
  /** Fields of the JSON body; null if the command takes none. */
  readonly body: string | null;
  readonly destructive: boolean;
  readonly examples: readonly string[];
  readonly operation: OperationEntry | null;
}

interface ArgumentEntry extends JsonObject {
  readonly name: string;
  readonly description: string;
  readonly optional: boolean;
  /** Whether any number of values may be given. */
  readonly repeats: boolean;
}

export interface FlagEntry extends JsonObject {
  readonly name: string;
  readonly short: string | null;
  readonly type: string;
  readonly default: string | null;
  readonly required: boolean;
  readonly choices: readonly string[] | null;
  readonly env: string | null;
  readonly description: string;
}

interface OperationEntry extends JsonObject {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly scope: string | null;
}

const EXIT_CODES = {
  '0': 'success',
  '1': 'API or general error',
  '2': 'usage error (unknown command, bad flags or arguments)',
  '3': 'unauthenticated',
  '4': 'forbidden (credential lacks scope or conflicts with the requested project)',
  '5': 'not found',
} as const;

/** Lists every command with its arguments and flags, sorted by name, from the data that the parser and the help use. */
export function toManifest(catalog: readonly Family[]): Manifest {
  const commands = catalog.flatMap((family) => family.commands).filter((command) => isRest(command) || !command.meta);
  return {
    commands: commands.map(commandEntry).sort((a, b) => (a.command < b.command ? -1 : 1)),
    global_flags: GLOBAL_FLAGS.map(flagEntry),
    exit_codes: EXIT_CODES,
  };
}

function commandEntry(command: Command): CommandEntry {
  const rest = isRest(command) ? command : undefined;
  return {
    command: commandPath(command),
    aliases: command.aliases ?? [],
    summary: command.summary,
    description: command.description ?? null,
    arguments: (command.arguments ?? []).flatMap(argumentEntries),
    flags: [...(isRest(command) ? [] : (command.namedFlags ?? [])), ...commandFlags(command)].map(flagEntry),
    body: rest?.body ?? null,
    destructive: rest?.destructive ?? false,
    examples: command.examples ?? [],
    operation: rest ? toOperationEntry(rest.operation) : null,
  };
}

/** An argument that repeats is one required value and any number of further ones. */
function argumentEntries({ name, description, optional, repeats }: Argument): ArgumentEntry[] {
  const entry = { name, description, optional: optional === true, repeats: false };
  return repeats ? [entry, { name, description: 'further values', optional: true, repeats: true }] : [entry];
}

function flagEntry(flag: Flag): FlagEntry {
  return {
    name: flag.name,
    short: flag.short ?? null,
    type: flag.kind,
    default: shownDefault(flag) ?? null,
    required: flag.required ?? false,
    choices: 'choices' in flag && !('separated' in flag) ? (flag.choices ?? null) : null,
    env: flag.env ?? null,
    description: flag.description,
  };
}

function toOperationEntry(id: Parameters<typeof operationEntry>[0]): OperationEntry {
  const { method, path, scope } = operationEntry(id);
  return { id, method, path: `/api/v1${path}`, scope };
}

/** Formats an argument as in help and documentation: `<event> [event...]`. */
export function spelledArgument({ name, optional, repeats }: ArgumentEntry): string {
  return optional ? `[${name}${repeats ? '...' : ''}]` : `<${name}>`;
}
