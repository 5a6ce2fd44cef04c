import { isObject, plainText, valueAt, type Json } from '../runtime/values/json.js';
import { oneLine } from './layout/sanitize.js';
import type { View } from './view.js';

/** The words of a confirmation. Fields of the answer are in braces. */
export interface Confirmation {
  /** The message about the change: `Created the flag {key}`. */
  readonly said: string;
  /**
   * Fields that are printed after the message if the answer has them, such as the version that the next change has to
   * name.
   */
  readonly facts?: readonly string[];
  /** Fields with a line of their own, such as a secret. */
  readonly shown?: readonly string[];
  /** A command to continue with, which may depend on the answer. */
  readonly next?: string | ((answer: Json) => string);
}

/** Confirms a write on one line instead of the whole answer: `Created the flag new-checkout (version 1).` */
export function confirmation({ said, facts = ['id', 'version'], shown = [], next }: Confirmation): View {
  return {
    kind: 'text',
    print: (answer) => {
      const known = facts.map((field) => [field, textAt(answer, field)] as const).filter(([, text]) => text !== '');
      const behind = known.map(([field, text]) => `${label(field)} ${text}`).join(', ');
      const own = shown.map((field) => [field, textAt(answer, field)] as const).filter(([, text]) => text !== '');
      const lines = [
        `${fill(said, answer)}${behind === '' ? '' : ` (${behind})`}.`,
        ...own.map(([field, text]) => `${label(field)}: ${text}`),
        ...(next === undefined ? [] : [`Next: ${fill(typeof next === 'string' ? next : next(answer), answer)}`]),
      ];
      return lines.map((line) => `${line}\n`).join('');
    },
  };
}

function label(field: string): string {
  return (field.split('.').at(-1) ?? '').replaceAll('_', ' ');
}

function fill(text: string, answer: Json): string {
  return text.replaceAll(/\{([a-z_.]+)\}/g, (_, field: string) => textAt(answer, field));
}

function textAt(answer: Json, field: string): string {
  return isObject(answer) ? oneLine(plainText(valueAt(answer, field))) : '';
}
