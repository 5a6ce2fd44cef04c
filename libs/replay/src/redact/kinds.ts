import type { JsonValue } from '@svc/redaction';
import type { JsonObject } from '../events/event.js';
import type { NodeKind } from './node-memory.js';

/** Elements whose text is what somebody has typed or chosen. */
const TYPED_ELEMENTS = new Set(['textarea', 'option']);
/** Elements whose text a browser would run, or parse again. */
const CODE_ELEMENTS = new Set(['script', 'noscript', 'template', 'noembed', 'noframes']);
const TYPED_ROLES = new Set(['textbox', 'searchbox', 'combobox']);

/** The kind of the texts below an element; undefined if it is that of its parent. */
export function kindOfElement(tag: string, attributes: JsonObject): NodeKind | undefined {
  if (tag === 'style') return 'css';
  if (CODE_ELEMENTS.has(tag)) return 'code';
  if (TYPED_ELEMENTS.has(tag) || isEditable(attributes)) return 'typed';
  return undefined;
}

/** Whether a person types into the element: letter by letter, no detector would find a secret. */
export function isEditable(attributes: JsonObject): boolean {
  const editable = attributes['contenteditable'] ?? attributes['contentEditable'];
  const isOn = editable !== undefined && editable !== null && editable !== false && lower(editable) !== 'false';
  return (
    isOn ||
    lower(attributes['role'])
      .split(/\s+/)
      .some((role) => TYPED_ROLES.has(role))
  );
}

/** The name of an element without its namespace. */
export function localName(tagName: JsonValue | undefined): string {
  const tag = lower(tagName);
  return tag.slice(tag.lastIndexOf(':') + 1);
}

/** Of anything but a text, ''. */
export function lower(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
