/** The names of the attributes in which each field may be, the best first. */
export type FieldNames<Field extends string> = Readonly<Partial<Record<Field, readonly string[]>>>;

interface Place {
  /** The position of the field. */
  readonly field: number;
  /** The position of the name among those of the field: the least one counts. */
  readonly rank: number;
}

/**
 * Reads fields that instrumentations spell in many ways: one pass over the attributes of a span, however many spellings there are. A field
 * is that of its best name whose value `parse` accepts.
 */
export class FieldTable<Field extends string, Value> {
  readonly #places = new Map<string, Place[]>();
  readonly #fields: readonly Field[];

  constructor(
    names: FieldNames<Field>,
    private readonly parse: (text: string, field: Field) => Value | undefined,
  ) {
    const entries = Object.entries(names) as [Field, readonly string[]][];
    this.#fields = entries.map(([field]) => field);
    for (const [field, [, attributes]] of entries.entries()) {
      for (const [rank, name] of attributes.entries()) {
        const places = this.#places.get(name);
        if (places) places.push({ field, rank });
        else this.#places.set(name, [{ field, rank }]);
      }
    }
  }

  /** The fields that are present, always in the same order. */
  read(attributes: Readonly<Record<string, string>>): Partial<Record<Field, Value>> {
    const values: (Value | undefined)[] = [];
    const ranks: number[] = [];
    for (const name of Object.keys(attributes)) {
      for (const { field, rank } of this.#places.get(name) ?? NONE) {
        if (rank >= (ranks[field] ?? Infinity)) continue;
        const value = this.parse(attributes[name] ?? '', this.#fields[field] as Field);
        if (value === undefined) continue;
        ranks[field] = rank;
        values[field] = value;
      }
    }
    const found: Partial<Record<Field, Value>> = {};
    for (const [index, field] of this.#fields.entries()) {
      if (values[index] !== undefined) found[field] = values[index];
    }
    return found;
  }
}

const NONE: readonly Place[] = [];
