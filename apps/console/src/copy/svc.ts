import { formatExact } from '../api/parse-exact.js';
import { quote } from './quote.js';

/** Kinds of flags whose values are not written as they are. */
type FlagKind = 'bool' | 'duration' | 'json' | 'stringSlice';

interface Positional {
  readonly sends?: string;
  readonly optional?: boolean;
  readonly repeats?: boolean;
  readonly choices?: readonly string[];
  readonly meanings?: Readonly<Record<string, boolean>>;
}

/** A command of the client that calls an operation. */
export interface SvcCommand {
  readonly words: string;
  readonly arguments: readonly Positional[];
  /** Name and kind of the flag of each field; dots separate names of nested fields. */
  readonly flags: Readonly<Record<string, readonly [name: string, kind?: FlagKind]>>;
  /** Names of flags without which the client refuses the command. */
  readonly required?: readonly string[];
  /** Names of flags, at least one of which is needed. */
  readonly anyOf?: readonly string[];
  /** Whether the command takes a JSON body, or the field that is its JSON array. */
  readonly body?: true | string;
  /** The list in the body whose only item has flags. */
  readonly listOfOne?: string;
  /** Whether the command needs a confirmation, or the field that is the confirmation. */
  readonly yes?: true | string;
}

export interface SvcInput {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

export interface SvcLine {
  readonly text: string;
  /** Fields of the request that the command has no flag for. */
  readonly leftOut: readonly string[];
}

type Values = Map<string, unknown>;

/**
 * The command line of the client that makes a request. Undefined if no command can: one that leaves out a part of a body would change
 * something else.
 */
export function toSvc(commands: readonly SvcCommand[], input: SvcInput, project?: string): SvcLine | undefined {
  const lines = commands.flatMap((command) => buildLine(command, input, project) ?? []);
  return lines.toSorted((a, b) => a.leftOut.length - b.leftOut.length)[0];
}

function buildLine(command: SvcCommand, input: SvcInput, project: string | undefined): SvcLine | undefined {
  const values = toValues(command, input);
  const positionals = takeArguments(command, values);
  if (positionals === undefined) return undefined;
  if (typeof command.yes === 'string') values.delete(command.yes);
  const taken = takeFlags(command, values);
  if (!isComplete(command, taken)) return undefined;
  const flags = [...taken.values()];
  const left = [...values.keys()];
  if (command.body !== undefined) {
    const body = typeof command.body === 'string' ? (values.get(command.body) ?? []) : unflatten(values);
    flags.push(`--json ${quote(formatExact(body))}`);
    left.length = 0;
  } else if (left.length > 0 && input.body !== undefined) return undefined;
  if (command.yes !== undefined) flags.push('--yes');
  if (project !== undefined) flags.push(spell('project', project));
  const isTail = positionals.some((word) => word.startsWith('-'));
  const words = positionals.map(quote);
  const parts = isTail ? [...flags, '--', ...words] : [...words, ...flags];
  const text = ['svc', command.words, ...parts].join(' ');
  return CONTROLS.test(text) ? undefined : { text, leftOut: left };
}

/** Characters on which a terminal acts when a text is pasted, quoted or not; line breaks and tabs only end up in the text. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** The fields of a request by name. Nested fields that the command has flags for are on their own, under dotted names. */
function toValues({ flags, listOfOne }: SvcCommand, { path, query, body }: SvcInput): Values {
  const values: Values = new Map();
  const add = (name: string, value: unknown): void => {
    const isOpen = Object.keys(flags).some((field) => field.startsWith(`${name}.`));
    const inner = name === listOfOne && Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value;
    if (isOpen && isRecord(inner)) for (const [key, item] of Object.entries(inner)) add(`${name}.${key}`, item);
    else if (value !== undefined && value !== '') values.set(name, value);
  };
  for (const [name, value] of [path, query, body].flatMap((part) => Object.entries(part ?? {}))) add(name, value);
  return values;
}

/** The positional arguments; undefined if one that is needed is missing or cannot be written. */
function takeArguments({ arguments: positionals }: SvcCommand, values: Values): string[] | undefined {
  const words: string[] = [];
  for (const { sends, optional, repeats, choices, meanings } of positionals) {
    const value = sends === undefined ? undefined : values.get(sends);
    if (value === undefined && optional) continue;
    const meant = Object.entries(meanings ?? {}).find(([, meaning]) => meaning === value)?.[0];
    const items = repeats && Array.isArray(value) ? (value as unknown[]) : [meant ?? value];
    const texts = items.flatMap((item) => toText(item) ?? []);
    if (texts.length === 0 || texts.length !== items.length || texts.includes('')) return undefined;
    if (choices && !texts.every((text) => choices.includes(text))) return undefined;
    words.push(...texts);
    values.delete(sends ?? '');
  }
  return words;
}

/** The flags by name, as they are written. */
function takeFlags({ flags }: SvcCommand, values: Values): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const [field, [name, kind]] of Object.entries(flags)) {
    const value = values.get(field);
    const spelled = value === undefined ? undefined : spellFlag(name, kind, value);
    if (spelled === undefined) continue;
    taken.set(name, spelled);
    values.delete(field);
  }
  return taken;
}

function isComplete({ required = [], anyOf = [] }: SvcCommand, taken: ReadonlyMap<string, string>): boolean {
  return required.every((name) => taken.has(name)) && (anyOf.length === 0 || anyOf.some((name) => taken.has(name)));
}

function spellFlag(name: string, kind: FlagKind | undefined, value: unknown): string | undefined {
  const text = toText(value);
  switch (kind) {
    case 'bool':
      return value === true ? `--${name}` : `--${name}=false`;
    case 'duration':
      return typeof value === 'number' && value > 0 ? spell(name, `${value}ms`) : undefined;
    case 'json':
      return spell(name, formatExact(value));
    case 'stringSlice':
    case undefined: {
      // The service separates the values of a list by commas, as the client does.
      const list = Array.isArray(value) ? (value as unknown[]).flatMap((item) => toText(item) ?? []).join(',') : text;
      return list === undefined || list === '' ? undefined : spell(name, list);
    }
  }
}

function spell(name: string, value: string): string {
  return value.startsWith('-') ? `--${name}=${quote(value)}` : `--${name} ${quote(value)}`;
}

function toText(value: unknown): string | undefined {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

function unflatten(values: Values): unknown {
  const body: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const steps = name.split('.');
    let place = body;
    for (const step of steps.slice(0, -1)) place = (place[step] ??= {}) as Record<string, unknown>;
    place[steps.at(-1) ?? name] = value;
  }
  return body;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
