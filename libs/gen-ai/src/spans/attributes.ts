import type { StoredSpan } from './stored-span.js';
import { cut } from './text.js';

/** Reads the attributes of one span. Names of attributes come from tables, never from the span. */
export class SpanAttributes {
  constructor(private readonly attributes: StoredSpan['attributes']) {}

  /** The text of an attribute, or '' if the span does not have it. */
  readonly text = (name: string): string => (Object.hasOwn(this.attributes, name) ? (this.attributes[name] ?? '') : '');

  /** As `text`, undefined if the span does not have it. */
  readonly lookup = (name: string): string | undefined => this.text(name) || undefined;

  /** The first attribute of `names` that is not empty, cut to `length`; '' if all are. */
  first(names: readonly string[], length: number): string {
    for (const name of names) {
      const text = this.text(name).trim();
      if (text !== '') return cut(text, length);
    }
    return '';
  }

  has(names: readonly string[]): boolean {
    return names.some((name) => this.text(name) !== '');
  }
}
