import { invalidField, ServiceError } from '@svc/errors';

/** Deeper documents have no use here and cost stack in everything that walks them. */
const MAX_DEPTH = 64;

/**
 * Reads a JSON text as RFC 8259 with the ambiguities refused: duplicate names, where parsers differ in which one they keep and
 * a checked value may not be the one that is used; bytes that are not UTF-8; unlimited nesting.
 *
 * @throws ServiceError invalid_request, holding nothing of the text.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw new ServiceError('invalid_request', { message: 'The body is not valid JSON.' });
  }
  checkObjects(text);
  return value;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('invalid_request', { message: 'The body is not valid UTF-8.' });
  }
}

/** The loop is unrolled: an alternation would keep a backtracking state for every character of a long string. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs;

/**
 * Walks the brackets and strings of a text already known to be JSON. In such a text a string is a name exactly when a colon
 * follows it, and every name belongs to the innermost open bracket.
 */
function checkObjects(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let lastString = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw invalidField('body', `is nested deeper than ${MAX_DEPTH} levels`);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':') {
      addName(open.at(-1), lastString);
    } else {
      lastString = token;
    }
  }
}

/** Names are compared as they read, so that an escaped spelling of a name is the same name. */
function addName(names: Set<string> | undefined, token: string): void {
  const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (names?.has(name)) throw invalidField('body', 'holds the same name twice in one object');
  names?.add(name);
}
