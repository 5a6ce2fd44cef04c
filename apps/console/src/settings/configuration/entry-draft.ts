import { formatExact, parseExact } from '../../api/parse-exact.js';
import type { ConfigEntry } from '../../gen/api.js';
import { describeJsonFault, findJsonFault } from '../../ui/json/find-json-fault.js';
import { findOption, type EntryType } from './options.js';

/** An entry as its form shows it. */
export interface EntryDraft {
  readonly key: string;
  readonly type: EntryType;
  /** The value as it is typed; that of a secret is empty until one is typed. */
  readonly text: string;
}

export type SavedEntry = Pick<ConfigEntry, 'key' | 'config_type' | 'config_value'> & { readonly version?: number };

const TYPES: readonly EntryType[] = ['string', 'number', 'boolean', 'json', 'secret'];
const MAX_BYTES = 65_536;
const KEY = /^[a-z0-9._-]{1,128}$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** An entry that is not saved yet; one that the service reads has the type that it needs. */
export function toNewEntry(key: string): SavedEntry {
  return { key, config_type: findOption(key)?.type ?? 'string' };
}

export function toEntryDraft({ key, config_type: named, config_value: value }: SavedEntry): EntryDraft {
  const type = TYPES.find((each) => each === named) ?? 'json';
  return { key, type, text: toText(type, value) };
}

function toText(type: EntryType, value: unknown): string {
  switch (type) {
    case 'boolean':
      return value === true ? 'true' : 'false';
    case 'secret':
      return '';
    case 'json':
      return value === undefined ? '' : formatExact(value, 2);
    case 'string':
    case 'number':
      return typeof value === 'string' ? value : value === undefined ? '' : formatExact(value);
  }
}

/** The draft with another type. A secret is not carried over, because it would be readable as another type. */
export function chooseType(draft: EntryDraft, type: EntryType): EntryDraft {
  const isKept = draft.type !== 'secret' && draft.type !== 'boolean' && type !== 'boolean';
  return { ...draft, type, text: isKept ? draft.text : toText(type, undefined) };
}

/** The draft with another key, and the type that the service needs for it. */
export function chooseKey(draft: EntryDraft, key: string): EntryDraft {
  const type = findOption(key)?.type ?? draft.type;
  return { ...(type === draft.type ? draft : chooseType(draft, type)), key };
}

/** The value of a draft, or why it is none. */
export function readValue({ type, text }: EntryDraft): { readonly value: unknown } | { readonly fault: string } {
  const read = readTyped(type, text);
  if ('value' in read && new TextEncoder().encode(formatExact(read.value)).length > MAX_BYTES)
    return { fault: `It is longer than ${MAX_BYTES} bytes.` };
  return read;
}

function readTyped(type: EntryType, text: string): { readonly value: unknown } | { readonly fault: string } {
  switch (type) {
    case 'string':
      return { value: text };
    case 'boolean':
      return { value: text === 'true' };
    case 'secret':
      return text === '' ? { fault: 'Type the secret.' } : { value: text };
    case 'number': {
      const value = Number(text.trim());
      return NUMBER.test(text.trim()) && Number.isFinite(value) ? { value } : { fault: 'A number such as 0.25.' };
    }
    case 'json': {
      const fault = findJsonFault(text);
      return fault ? { fault: describeJsonFault(fault) } : { value: parseExact(text) };
    }
  }
}

/** Why a key is not valid; undefined if it is. */
export function refuseKey(key: string, taken: readonly string[]): string | undefined {
  if (!KEY.test(key.trim())) return 'From 1 to 128 of the characters a-z 0-9 . _ and -.';
  return taken.includes(key.trim()) ? 'There is an entry with this key. Edit that one.' : undefined;
}

/** Why a type is not valid for a key; undefined if it is. */
export function refuseType({ key, type }: EntryDraft): string | undefined {
  const needed = findOption(key)?.type;
  return needed === undefined || needed === type
    ? undefined
    : `The service reads ${key.trim()}, and needs the type ${needed}.`;
}

/** The names of what a form changes; a secret has none, so that it is never shown. */
export function toLabels(...drafts: readonly EntryDraft[]): { readonly [K in keyof EntryDraft]?: string } {
  return drafts.some(({ type }) => type === 'secret') ? { type: 'Type' } : { type: 'Type', text: 'Value' };
}
