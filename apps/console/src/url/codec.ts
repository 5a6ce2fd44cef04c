/** The search parameters of an address; a name that appears more than once has all of its values. */
export type Search = Readonly<Record<string, string | readonly string[]>>;

/** One parameter of a page: its text in the address, and its value in the page. */
export interface Field<T> {
  /** The value of these texts; the default for texts that are not valid, so that every address opens a page. */
  read(texts: readonly string[]): T;
  /** The texts of a value; none for the default, which keeps addresses short. */
  write(value: T): readonly string[];
}

export type Fields<T> = { readonly [name in keyof T]: Field<T[name]> };

export function text(fallback = ''): Field<string> {
  return {
    read: ([first]) => first ?? fallback,
    write: (value) => (value === fallback ? [] : [value]),
  };
}

export function optionalText(): Field<string | undefined> {
  return {
    read: ([first]) => (first === undefined || first === '' ? undefined : first),
    write: (value) => (value === undefined || value === '' ? [] : [value]),
  };
}

export function choice<T extends string>(values: readonly T[], fallback: T): Field<T> {
  return {
    read: ([first]) => values.find((value) => value === first) ?? fallback,
    write: (value) => (value === fallback ? [] : [value]),
  };
}

export function list(): Field<readonly string[]> {
  return {
    read: (texts) => texts.filter((value) => value !== ''),
    write: (values) => values.filter((value) => value !== ''),
  };
}

export function flag(): Field<boolean> {
  return { read: ([first]) => first === '1', write: (value) => (value ? ['1'] : []) };
}

export function integer(fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Field<number> {
  return {
    read: ([first]) => {
      const value = first !== undefined && /^-?\d{1,16}$/.test(first) ? Number(first) : fallback;
      return value >= min && value <= max ? value : fallback;
    },
    write: (value) => (value === fallback ? [] : [String(value)]),
  };
}

/** Reads the parameters that a page knows. */
export function readFields<T extends object>(fields: Fields<T>, search: Search): T {
  return Object.fromEntries(
    Object.entries<Field<unknown>>(fields as Readonly<Record<string, Field<unknown>>>).map(([name, field]) => [
      name,
      field.read([search[name] ?? []].flat()),
    ]),
  ) as T;
}

/** The parameters of these values. */
export function writeFields<T extends object>(fields: Fields<T>, values: NoInfer<T>): Search {
  return Object.fromEntries(
    (Object.entries(fields) as [keyof T & string, Field<unknown>][]).flatMap(([name, field]) => {
      const texts = field.write(values[name]);
      return texts.length === 0 ? [] : [[name, texts.length === 1 ? (texts[0] ?? '') : texts]];
    }),
  );
}

/** Reads the search part of an address, with or without its question mark. */
export function parseSearch(source: string): Search {
  const search: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(source)) {
    const known = Object.hasOwn(search, name) ? search[name] : undefined;
    const values = known === undefined ? value : [known, value].flat();
    // A plain assignment of `__proto__` would be lost.
    Object.defineProperty(search, name, { value: values, enumerable: true, configurable: true, writable: true });
  }
  return search;
}

/** The search part of an address with its question mark; empty without parameters. Times and lists stay legible. */
export function formatSearch(search: Search): string {
  const parts = Object.entries(search).flatMap(([name, values]) =>
    [values].flat().map((value) => `${encode(name)}=${encode(value)}`),
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Characters that need no escape in the search part of an address are kept; a space becomes a plus sign. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll(/%(3A|2C|2F|40)/g, decodeURIComponent);
}
