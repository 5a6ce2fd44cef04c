/** An object or list that may contain the key: `call` is the first event of a list, `own` are the properties of a body that is an event. */
type Role = 'body' | 'list' | 'call' | 'own' | 'properties';

/** The members that have a key, in the order in which they count. */
const KEY_MEMBERS = new Map(
  ['body.api_key', 'body.token', 'body.writeKey', 'call.api_key', 'properties.token', 'own.token'].map(
    (member, order) => [member, order] as const,
  ),
);
/** Bytes of the longest name of a member that matters. */
const MAX_NAME_BYTES = 10;
/** The longest key has 256 characters, and JSON may spell each with six. */
const MAX_KEY_BYTES = 1_536;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** The blanks of JSON. */
const BLANKS: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'));

/**
 * Finds the key in JSON of another product's SDK without parsing it, at the places at which `readBodyKey` looks for one. Members of the
 * same name elsewhere, such as in what a page recorded, do not count. It reads large bodies in slices.
 */
export class KeyScan {
  #at = 0;
  #depth = 0;
  /** The objects and lists around the current place whose place is known; whatever is below others is skipped. */
  readonly #roles: Role[] = [];
  /** Where the current string begins, after its quote; undefined outside of strings. */
  #start: number | undefined;
  #isName = false;
  #name = '';
  #isFirst = true;
  #hasBatch = false;
  #isDone = false;
  /** The keys by the order of their members. */
  readonly #found: (string | undefined)[] = [];

  private readonly body: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.body = Buffer.from(buffer, byteOffset, byteLength);
  }

  /** Reads on for about so many bytes. @returns whether nothing after them can change the key. */
  read(maxBytes: number): boolean {
    const { body } = this;
    const end = Math.min(body.byteLength, this.#at + maxBytes);
    while (this.#at < end && !this.#isDone) {
      if (this.#start !== undefined) this.#readString(this.#start, end);
      else if (this.#depth !== this.#roles.length) this.#skip(end);
      else this.#readSyntax(body[this.#at++]);
    }
    return this.#isDone || this.#at >= body.byteLength;
  }

  /** The key, once everything is read; undefined if there is none, or if the body is not JSON. */
  get key(): string | undefined {
    // The properties beside a batch are not those of an event.
    const found = this.#hasBatch ? this.#found.slice(0, KEY_MEMBERS.get('own.token')) : this.#found;
    return found.find((key) => key !== undefined);
  }

  /** Skips what is in objects and lists that do not matter, nearly all of a body, and so without a step of its own for each byte. */
  #skip(end: number): void {
    const { body } = this;
    const known = this.#roles.length;
    let depth = this.#depth;
    let at = this.#at;
    while (at < end && depth !== known) {
      const byte = body[at++];
      if (byte === QUOTE) {
        const start = at;
        at = endOfString(body, at, end);
        if (at < end) at++;
        else this.#start = start;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    }
    this.#at = at;
    this.#depth = depth;
  }

  #readString(start: number, end: number): void {
    const { body } = this;
    const at = endOfString(body, this.#at, end);
    this.#at = at;
    if (at >= end) return;
    this.#at++;
    this.#start = undefined;
    if (this.#depth !== this.#roles.length) return;
    if (this.#isName) this.#name = at - start > MAX_NAME_BYTES ? '' : body.toString('latin1', start, at);
    else this.#note(start, at);
  }

  #readSyntax(byte: number | undefined): void {
    const isOpening = byte === OPEN_OBJECT || byte === OPEN_LIST;
    if (this.#depth === 0 && !isOpening) this.#isDone = !BLANKS.has(byte ?? 0);
    else if (byte === QUOTE) this.#start = this.#at;
    else if (isOpening) this.#open(byte === OPEN_LIST);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close();
    else if (byte === COLON) this.#isName = false;
    else if (byte === COMMA) this.#next();
  }

  #open(isList: boolean): void {
    const role = this.#roleOf(isList);
    this.#depth++;
    if (role === undefined) return;
    this.#roles.push(role);
    this.#isName = !isList;
    this.#isFirst = true;
    if (isList && this.#depth > 1) this.#hasBatch = true;
  }

  #roleOf(isList: boolean): Role | undefined {
    const parent = this.#roles.at(-1);
    if (parent === undefined) return isList ? 'list' : 'body';
    if (parent === 'list') return this.#isFirst && !isList ? 'call' : undefined;
    if (isList) return parent === 'body' && this.#name === 'batch' ? 'list' : undefined;
    if (this.#name !== 'properties') return undefined;
    if (parent === 'call') return 'properties';
    return parent === 'body' ? 'own' : undefined;
  }

  #close(): void {
    this.#depth--;
    this.#roles.pop();
    this.#isName = false;
    this.#isDone = this.#depth === 0;
  }

  #next(): void {
    const isList = this.#roles.at(-1) === 'list';
    this.#isName = !isList;
    if (!isList) return;
    this.#isFirst = false;
    this.#isDone = this.#depth === 1;
  }

  #note(start: number, end: number): void {
    const order = KEY_MEMBERS.get(`${this.#roles.at(-1)}.${this.#name}`);
    if (order === undefined || end - start > MAX_KEY_BYTES) return;
    this.#found[order] = unquote(this.body.toString('utf8', start - 1, end + 1)) || undefined;
    this.#isDone = order === 0 && this.#found[order] !== undefined;
  }
}

/** The place of the quote that ends a string, or of the end if that is reached before. It is behind the end after a backslash there. */
function endOfString(body: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function unquote(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}
