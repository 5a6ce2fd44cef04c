/** The part of JSON Schema in which channel types describe their configuration. */
interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Property>>;
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly writeOnly?: boolean;
  readonly pattern?: string;
}

/** A field of a form: one text, a hidden one, several in one text, one of a few, or JSON. */
export interface SchemaField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'secret' | 'list' | 'choice' | 'json';
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly hint: string;
  readonly options: readonly string[];
  readonly pattern: string | undefined;
}

/** The fields of a configuration, the required ones first. */
export function toFields(schema: unknown): readonly SchemaField[] {
  const { required = [], properties = {} } = (schema ?? {}) as Schema;
  return Object.entries(properties)
    .map(([name, property]) => toField(name, property, required.includes(name)))
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function toField(name: string, property: Property, isRequired: boolean): SchemaField {
  const { type, enum: options = [], description = '', writeOnly: isSecret = false, pattern } = property;
  const words = name.replaceAll('_', ' ').replace(/\burl\b/, 'URL');
  return {
    name,
    label: words.charAt(0).toUpperCase() + words.slice(1),
    kind: toKind(type, options, isSecret),
    isRequired,
    isSecret,
    hint: type === 'array' ? `${description} With commas between them.` : description,
    options,
    pattern,
  };
}

function toKind(type: string | undefined, options: readonly string[], isSecret: boolean): SchemaField['kind'] {
  if (options.length > 0) return 'choice';
  if (type === 'array') return 'list';
  if (type === 'object') return 'json';
  return isSecret ? 'secret' : 'text';
}

export interface ReadConfig {
  readonly config: Readonly<Record<string, unknown>>;
  /** Why a field is not valid, by its name; never the value. */
  readonly faults: ReadonlyMap<string, string>;
  /** Required fields that are empty. */
  readonly missing: readonly string[];
}

/** The configuration that a form says. Empty fields are left out. */
export function readConfig(fields: readonly SchemaField[], values: ReadonlyMap<string, string>): ReadConfig {
  const faults = new Map<string, string>();
  const missing: string[] = [];
  const config: Record<string, unknown> = {};
  for (const field of fields) {
    const text = (values.get(field.name) ?? '').trim();
    if (text === '') {
      if (field.isRequired) missing.push(field.label);
      continue;
    }
    const value = readValue(field, text);
    if (value === undefined) faults.set(field.name, 'This is not a JSON object, such as {"x-token": "…"}.');
    else if (!fits(field, value)) faults.set(field.name, `It does not have the form that is needed. ${field.hint}`);
    else config[field.name] = value;
  }
  return { config, faults, missing };
}

function readValue({ kind }: SchemaField, text: string): unknown {
  if (kind === 'list') return text.split(/[\s,]+/).filter((item) => item !== '');
  if (kind !== 'json') return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function fits({ pattern }: SchemaField, value: unknown): boolean {
  return pattern === undefined || typeof value !== 'string' || new RegExp(pattern, 'u').test(value);
}
