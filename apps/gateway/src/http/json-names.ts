import { ServiceError } from '@svc/service-error';

/** Deeper documents have no use here and cost stack in everything that walks them. */
const MAX_DEPTH = 64;
/**
 * A document costs its reader a few microseconds for each name and up to one for each other value, whatever its bytes: a megabyte of
 * them would hold the event loop for half a second. The largest requests, static cohorts and flags, stay below.
 */
const MAX_NAMES = 10_000;
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Defects that make a document ambiguous or too deep. */
export interface JsonDefects {
  readonly hasRepeatedName: boolean;
  readonly isTooDeep: boolean;
}

/**
 * Walks the brackets, names and strings of a text in one pass. In JSON a string is a name exactly when a colon follows it, and every
 * name belongs to the innermost open bracket. In any other text the defects found mean nothing.
 *
 * @throws ServiceError payload_too_large for more names or values than a request may have.
 */
export function findJsonDefects(text: string): JsonDefects {
  return new JsonWalk(text).run();
}

class JsonWalk implements JsonDefects {
  private readonly open: (Set<string> | undefined)[] = [];
  private names = 0;
  private values = 0;
  private nameStart = 0;
  private nameEnd = 0;
  hasRepeatedName = false;
  isTooDeep = false;

  constructor(private readonly text: string) {}

  run(): JsonDefects {
    const { text } = this;
    for (let at = 0; at < text.length; at++) {
      switch (text.charAt(at)) {
        case '"':
          this.nameStart = at + 1;
          at = this.nameEnd = findStringEnd(text, at + 1);
          break;
        case '{':
        case '[':
          this.#countValue();
          this.open.push(text[at] === '{' ? new Set() : undefined);
          this.isTooDeep ||= this.open.length > MAX_DEPTH;
          break;
        case '}':
        case ']':
          this.open.pop();
          break;
        case ',':
          this.#countValue();
          break;
        case ':':
          this.#addName();
          break;
      }
    }
    return this;
  }

  #countValue(): void {
    if (++this.values > MAX_VALUES) throw tooMany('values', MAX_VALUES);
  }

  /** Names are compared as they read, so that an escaped spelling of a name is the same name. */
  #addName(): void {
    if (++this.names > MAX_NAMES) throw tooMany('names', MAX_NAMES);
    const names = this.open.at(-1);
    const name = unescape(this.text.slice(this.nameStart, this.nameEnd));
    this.hasRepeatedName ||= names?.has(name) === true;
    names?.add(name);
  }
}

/** The index of the closing quotation mark; the end of the text if it is missing. */
function findStringEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

function unescape(name: string): string {
  if (!name.includes('\\')) return name;
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    // The text is not valid JSON; the parser refuses it.
    return name;
  }
}

function tooMany(what: string, limit: number): ServiceError {
  return new ServiceError('payload_too_large', { message: `The body must have at most ${limit} ${what}.` });
}
