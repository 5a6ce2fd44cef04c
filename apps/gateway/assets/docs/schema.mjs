import { element, inline } from './dom.mjs';

/** Reads schemas of one OpenAPI document. */
export class Schemas {
  constructor({ components = {} }) {
    this.components = components.schemas ?? {};
    this.shared = components;
  }

  /** Resolves a parameter or response that many operations share. */
  dereference(node) {
    const [kind, name] = node.$ref?.split('/').slice(-2) ?? [];
    return name === undefined ? node : (this.shared[kind]?.[name] ?? {});
  }

  /** Resolves a reference to a schema. */
  resolve(schema) {
    const name = schema?.$ref?.split('/').at(-1);
    return name === undefined ? (schema ?? {}) : (this.components[name] ?? {});
  }

  /** Formats the type of a schema: `string · date-time`, `array of LogRecord`. */
  typeName(schema) {
    if (schema?.$ref) return schema.$ref.split('/').at(-1);
    if (schema?.type === 'array') return `array of ${this.typeName(schema.items)}`;
    const type = [schema?.type ?? (schema?.enum ? 'string' : 'any')].flat().join(' or ');
    return schema?.format ? `${type} · ${schema.format}` : type;
  }

  /** Lists the constraints of a value: choices, and bounds that its description does not give. */
  limits(schema, description = '') {
    const value = this.resolve(schema?.type === 'array' ? schema.items : schema);
    const bounds = [
      ['minLength', 'at least', 'characters'],
      ['maxLength', 'at most', 'characters'],
      ['minimum', 'from', ''],
      ['maximum', 'to', ''],
      ['minItems', 'at least', 'items'],
      ['maxItems', 'at most', 'items'],
    ]
      .map(([key, before, after]) => [schema?.[key] ?? value[key], before, after])
      .filter(([bound]) => bound !== undefined && !mentions(description, bound))
      .map(([bound, before, after]) =>
        isNonEmpty(bound, before, after) ? 'not empty' : `${before} ${bound} ${after}`.trim(),
      );
    const choices = (value.enum ?? []).map((choice) => element('code', {}, String(choice)));
    return [
      choices.length > 0 && element('span.choices', {}, choices),
      bounds.length > 0 && element('span.quiet', {}, bounds.join(', ')),
      value.pattern !== undefined && element('span.quiet', {}, 'matches ', element('code', {}, value.pattern)),
    ];
  }

  /** Creates an example body: required fields, or optional ones if there are no required ones. */
  example(schema, depth = 0) {
    const resolved = this.resolve(schema);
    if (resolved.example !== undefined) return resolved.example;
    if (resolved.default !== undefined) return resolved.default;
    if (resolved.enum) return resolved.enum[0];
    const type = [resolved.type ?? 'object'].flat()[0];
    if (type === 'array') return depth > 4 ? [] : [this.example(resolved.items, depth + 1)];
    if (type === 'object') return depth > 4 ? {} : this.exampleObject(resolved, depth);
    if (type === 'boolean') return false;
    if (type === 'integer' || type === 'number') return resolved.minimum ?? 0;
    return resolved.format === 'date-time' ? new Date().toISOString() : '';
  }

  exampleObject({ properties = {}, required = [] }, depth) {
    const names = required.length > 0 ? required : depth === 0 ? Object.keys(properties) : [];
    return Object.fromEntries(names.map((name) => [name, this.example(properties[name], depth + 1)]));
  }

  /** Renders the fields of an object as rows, with nested objects folded below. */
  fields(schema, seen = []) {
    const resolved = this.resolve(schema?.type === 'array' ? schema.items : schema);
    const { properties = {}, required = [] } = resolved;
    return element(
      'ul.fields',
      {},
      Object.entries(properties).map(([name, field]) => this.field(name, field, required.includes(name), seen)),
    );
  }

  field(name, field, isRequired, seen) {
    const inner = this.resolve(field.type === 'array' ? field.items : field);
    const canOpen = inner.properties !== undefined && !seen.includes(inner);
    return element(
      'li',
      {},
      element(
        'div.head',
        {},
        element('code.name', {}, name),
        element('span.type', {}, this.typeName(field)),
        isRequired && element('span.required', {}, 'required'),
      ),
      element(
        'div.about',
        {},
        inline(field.description ?? inner.description),
        ' ',
        this.limits(field, field.description ?? inner.description),
      ),
      canOpen && element('details', {}, element('summary', {}, 'Fields'), this.fields(inner, [...seen, inner])),
    );
  }
}

/** Whether a text gives a number, with or without separators of thousands. */
function mentions(text, number) {
  return (text.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+/g) ?? []).includes(String(number));
}

function isNonEmpty(bound, before, after) {
  return bound === 1 && before === 'at least' && after !== '';
}
