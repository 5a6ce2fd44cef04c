import type { NameKind } from '../catalog/catalog.js';
import type { Facts } from '../facts/facts.js';
import type { JsonObject, View } from '../query/typed-query.js';
import { intervalOf } from '../time/time-phrases.js';
import { DAY, HOUR, toText, type Window } from '../time/window.js';
import type { ItemKind } from '../words/item.js';

/** A call that a question can mean. */
export interface Draft {
  readonly operation: string;
  readonly parameters: JsonObject;
  readonly view: View;
  /** Confidence from 0 to 1; drafts within 0.1 of the best are ambiguous. */
  readonly score: number;
}

/** What a reader knows besides the facts. */
export interface Moment {
  readonly now: number;
  readonly zone: string;
  /** The window of the question; undefined if it names no time. */
  readonly window: Window | undefined;
}

/** Turns facts into calls of one operation. It gets only questions whose items it takes, so nothing of a question is lost. */
export interface Reader {
  readonly subjects: readonly string[];
  readonly takes: readonly ItemKind[];
  readonly names: readonly NameKind[];
  read(facts: Facts, moment: Moment): readonly Draft[];
}

export const TIME: readonly ItemKind[] = ['window', 'clock'];

export const windowOf = ({ now, window }: Moment, defaultMs: number): Window =>
  window ?? { from: now - defaultMs, to: now };

/** The window as the parameters of most operations; the last hour by default. */
export function bounds(moment: Moment, defaultMs = HOUR): { start_time: string; end_time: string } {
  const { from, to } = windowOf(moment, defaultMs);
  return { start_time: toText(from), end_time: toText(to) };
}

/** The window of errors and issues; the last day by default. */
export const dayBounds = (moment: Moment) => bounds(moment, DAY);

/** `{service: [...]}`, or nothing without values. */
export const listed = (name: string, values: readonly string[]): JsonObject =>
  values.length > 0 ? { [name]: values } : {};

export const optional = (name: string, value: string | number | undefined): JsonObject =>
  value === undefined || value === '' ? {} : { [name]: value };

export const places = (facts: Facts): JsonObject => ({
  ...listed('service', facts.named('service')),
  ...listed('environment', facts.named('environment')),
});

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
const field = (name: string): string => (/^[\w.]+$/.test(name) ? name : quote(name));

/** The conditions that have no parameter of their own, in the search language. */
export function search(facts: Facts, conditions: readonly string[] = []): JsonObject {
  const parts = [
    ...facts.all('text').map(quote),
    ...conditions,
    ...facts.items.flatMap(({ kind, value, names = [] }) =>
      kind === 'attribute' ? names.map(({ name }) => `${field(name)}:${quote(value)}`) : [],
    ),
    ...facts.items.flatMap(({ kind, names = [] }) =>
      kind === 'excluded' ? names.map((name) => `NOT ${name.kind}:${quote(name.name)}`) : [],
    ),
    ...facts.all('excludedText').map((text) => `NOT ${quote(text)}`),
    ...facts.all('excludedLevel').map((level) => `NOT level:${level}`),
  ];
  return parts.length > 0 ? { q: parts.join(' AND ') } : {};
}

export const condition = (name: string, value: string): string => `${field(name)}:${quote(value)}`;

/** The keys of groups, in the order of the question; services and environments by the names that the operation has for them. */
export function groups(facts: Facts, service = 'service'): string[] {
  const keys = facts.items.flatMap(({ kind, value, names }) => {
    if (kind !== 'group') return [];
    return names?.map(({ name }) => name) ?? [value === 'service' ? service : value];
  });
  return [...new Set(keys)];
}

/** The bucket of a series: as asked, else by the window. */
export const bucket = (facts: Facts, window: Window): string => facts.one('interval') ?? intervalOf(window);
