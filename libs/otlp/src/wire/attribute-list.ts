import type { Budget } from './budget.js';
import { isJsonObject, toAnyValue, type Json, type JsonAttribute } from './json-value.js';

/** Longest name in characters under which members of an object become attributes of their own, and how deep they may be. */
const LONGEST_PREFIX = 200;
const DEEPEST = 8;

/** Attributes in the JSON of OTLP, while a request is translated. Null is nothing, and the first of two with one name counts. */
export class AttributeList {
  readonly #values = new Map<string, object>();

  constructor(private readonly budget: Budget) {}

  /** @throws ServiceError payload_too_large. */
  add(name: string, value: Json | undefined): void {
    if (value === null || value === undefined || this.#values.has(name)) return;
    this.set(name, toAnyValue(value, this.budget));
  }

  /** Adds a value that is in the JSON of OTLP already. @throws ServiceError payload_too_large. */
  set(name: string, value: object): void {
    if (this.#values.has(name)) return;
    this.budget.take(name.length);
    this.#values.set(name, value);
  }

  /** Adds the members of an object under its name and a dot; any other value, and what is too deep, as one attribute. */
  flatten(name: string, value: Json | undefined, depth = 0): void {
    if (!isJsonObject(value) || depth === DEEPEST || name.length > LONGEST_PREFIX) return this.add(name, value);
    for (const [part, content] of Object.entries(value)) this.flatten(`${name}.${part}`, content, depth + 1);
  }

  get attributes(): JsonAttribute[] {
    return [...this.#values].map(([key, value]) => ({ key, value }));
  }
}
