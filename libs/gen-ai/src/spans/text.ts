/** The most characters of names of models, agents, tools and prompts. */
export const MAX_NAME = 256;
/** The most characters of IDs. */
export const MAX_ID = 200;
/** The most characters of a finish reason, a status, a level or another word of a vocabulary. */
export const MAX_WORD = 64;
/** The most characters of a status message. */
export const MAX_MESSAGE = 1000;

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** Cuts a text, never in the middle of a character. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(HIGH_SURROGATE, '');
}

/** The object or array that a text is in JSON, otherwise undefined. */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of the object that a text is in JSON; none if it is no object. */
export function parseMembers(text: string): ReadonlyMap<string, unknown> {
  if (text === '') return NO_MEMBERS;
  const value = parseJson(text);
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}

const NO_MEMBERS: ReadonlyMap<string, unknown> = new Map();
