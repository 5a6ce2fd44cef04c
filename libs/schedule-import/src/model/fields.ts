import { parseInstant } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import type { Report } from './report.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the members of an object of JSON, and knows those that were not read. A member that is null is absent. */
export class Fields {
  readonly #members: JsonObject;
  readonly #read = new Set<string>();

  /** @throws ServiceError invalid_request if the value is no object. */
  constructor(
    value: unknown,
    readonly path: string,
    private readonly report: Report,
  ) {
    if (!isObject(value)) throw invalidField(path === '' ? 'body' : path, 'must be an object');
    this.#members = value;
    report.take();
  }

  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  has(name: string): boolean {
    return (this.#get(name) ?? undefined) !== undefined;
  }

  /** Marks members as read whose content the source has elsewhere as well, or that say nothing about duty. */
  skip(...names: readonly string[]): void {
    for (const name of names) this.#read.add(name);
  }

  text(name: string): string | undefined {
    return this.#optional(name, 'must be a text', (value) => (typeof value === 'string' ? value : undefined));
  }

  flag(name: string): boolean | undefined {
    return this.#optional(name, 'must be true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  /** @param fallback for an absent member; without one it is required. */
  number(name: string, fallback?: number): number {
    const isNumber = (value: unknown): number | undefined =>
      typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    return this.#optional(name, 'must be a number', isNumber) ?? fallback ?? this.#required(name);
  }

  /** A whole number in a range. @param fallback for an absent member. */
  whole(name: string, min: number, max: number, fallback?: number): number {
    const found = this.number(name, fallback);
    if (Number.isInteger(found) && found >= min && found <= max) return found;
    throw invalidField(this.at(name), `must be a whole number from ${min} to ${max}`);
  }

  /** A time in RFC 3339, in milliseconds since 1970. */
  instant(name: string): number {
    return this.instantIfAny(name) ?? this.#required(name);
  }

  instantIfAny(name: string): number | undefined {
    return this.#optional(name, 'must be an RFC 3339 time', (value) => {
      const found = typeof value === 'string' ? parseInstant(value) : undefined;
      return found && Number(found.seconds) * 1000 + Math.floor(found.nanos / 1e6);
    });
  }

  /** An absent list is empty. */
  list(name: string): readonly unknown[] {
    return this.#optional(name, 'must be an array', (value) => (Array.isArray(value) ? value : undefined)) ?? [];
  }

  objects(name: string): Fields[] {
    return this.list(name).map((value, index) => new Fields(value, `${this.at(name)}[${index}]`, this.report));
  }

  /** Whether a member is an object, and no list of them. */
  isObject(name: string): boolean {
    return isObject(this.#get(name));
  }

  texts(name: string): string[] {
    return this.list(name).map((value, index) => toText(value, `${this.at(name)}[${index}]`));
  }

  /** Lists of texts. */
  lists(name: string): string[][] {
    return this.list(name).map((value, index) => {
      const path = `${this.at(name)}[${index}]`;
      if (!Array.isArray(value)) throw invalidField(path, 'must be an array');
      return (value as readonly unknown[]).map((text, nth) => toText(text, `${path}[${nth}]`));
    });
  }

  objectIfAny(name: string): Fields | undefined {
    return this.has(name) ? new Fields(this.#get(name), this.at(name), this.report) : undefined;
  }

  object(name: string): Fields {
    return this.objectIfAny(name) ?? this.#required(name);
  }

  /** Reports the members that were not read and that have content. */
  reportRest(why = 'It has no counterpart here.'): void {
    for (const [name, value] of Object.entries(this.#members))
      if (!this.#read.has(name) && !isEmpty(value)) this.report.add(this.at(name), 'dropped', name, why);
  }

  #get(name: string): unknown {
    this.#read.add(name);
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }

  #optional<Value>(name: string, reason: string, read: (value: unknown) => Value | undefined): Value | undefined {
    const value = this.#get(name);
    if (value === undefined || value === null) return undefined;
    const found = read(value);
    if (found === undefined) throw invalidField(this.at(name), reason);
    return found;
  }

  #required(name: string): never {
    throw invalidField(this.at(name), 'is required');
  }
}

function toText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw invalidField(path, 'must be a text');
  return value;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (isObject(value) && Object.keys(value).length === 0)
  );
}
