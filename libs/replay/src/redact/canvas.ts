import type { JsonValue } from '@svc/redaction';
import { arrayOf, isObject, numberOf, SOURCE, type JsonObject } from '../events/event.js';
import type { Texts } from './texts.js';
import { isPicture, MAX_DATA_URL } from './url.js';

/** Levels of nesting in an argument; a picture of a picture in a list has five. */
const MAX_DEPTH = 16;
/** A name of JavaScript, as methods, properties and types of arguments have. */
const NAME = /^[A-Za-z]\w{0,63}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const PICTURE_TYPE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/i;

/** A part that is not kept; its command is left out, because it would draw something else without it. */
const REFUSED = Symbol('refused');

/**
 * The changes of a canvas that a project keeps: without pictures above a mebibyte, and with personal data and credentials in texts
 * replaced. What pictures show is not known.
 */
export function redactCanvas(data: JsonObject, texts: Texts): JsonObject {
  const commands = Array.isArray(data['commands']) ? data['commands'] : [data];
  const [id, type] = [numberOf(data, 'id'), numberOf(data, 'type')];
  return {
    source: SOURCE.canvasMutation,
    ...(id !== undefined && { id }),
    ...(type !== undefined && { type }),
    commands: commands.flatMap((command) => redactCommand(command, texts)),
  };
}

/** The changes of a canvas that a project does not keep. */
export function emptyCanvas(data: JsonObject, texts: Texts): JsonObject {
  texts.count('removed');
  return redactCanvas({ ...data, commands: [] }, texts);
}

function redactCommand(command: JsonValue, texts: Texts): JsonObject[] {
  const property = isObject(command) ? command['property'] : undefined;
  const args = redactArgument(arrayOf(command, 'args'), '', { texts, depth: 0 });
  if (typeof property !== 'string' || !NAME.test(property) || args === REFUSED) {
    texts.count('removed');
    return [];
  }
  const isSetter = isObject(command) && command['setter'] === true;
  return [{ property, args, ...(isSetter && { setter: true }) }];
}

interface Position {
  readonly texts: Texts;
  readonly depth: number;
}

/** @param name of the member that has the argument; '' in a list. */
function redactArgument(value: JsonValue, name: string, position: Position): JsonValue | typeof REFUSED {
  const { texts, depth } = position;
  if (typeof value === 'string') return redactString(value, name, texts);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return REFUSED;
  const inner = { texts, depth: depth + 1 };
  if (Array.isArray(value)) {
    const elements = value.map((element) => redactArgument(element, '', inner));
    return elements.every((element) => element !== REFUSED) ? elements : REFUSED;
  }
  const redacted: JsonObject = {};
  for (const member of ['rr_type', 'base64', 'data', 'type', 'src', 'args', 'index']) {
    const content = value[member];
    const kept = content === undefined ? undefined : redactArgument(content, member, inner);
    if (kept === REFUSED) return REFUSED;
    if (kept !== undefined) redacted[member] = kept;
  }
  return redacted;
}

function redactString(text: string, name: string, texts: Texts): string | typeof REFUSED {
  if (name === 'rr_type') return NAME.test(text) ? text : REFUSED;
  if (name === 'base64') return text.length <= MAX_DATA_URL && BASE64.test(text) ? text : REFUSED;
  if (name === 'type') return PICTURE_TYPE.test(text) ? text : REFUSED;
  if (name !== 'src' && !/^\s*data:/i.test(text)) return texts.search(text, 'text');
  if (isPicture(text)) return text;
  return name === 'src' && !/^\s*data:/i.test(text) ? texts.url(text) : REFUSED;
}
