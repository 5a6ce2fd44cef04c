import { refusals } from '../engine/engine-failure.js';
import { REFUSED_FUNCTIONS } from './refused-functions.js';
import { tokenize, type Token } from './sql-tokens.js';

/** One statement of a client that is safe to pass to the engine. */
export type Statement =
  | {
      readonly kind: 'read';
      readonly sql: string;
      readonly format: string | undefined;
      readonly isSelect: boolean;
      /** Whether a SELECT is nested in another one; the engine may run it while it plans the outer one. */
      readonly isNested: boolean;
    }
  /** An INSERT with rows: `sql` ends before FORMAT; `data` contains the rows that followed it in the text. */
  | { readonly kind: 'insert'; readonly sql: string; readonly format: string; readonly data: Uint8Array }
  | { readonly kind: 'write'; readonly sql: string; readonly definesTables: boolean }
  /** Whether the statement frees space and is therefore run on a full disk too. */
  | { readonly kind: 'release'; readonly sql: string; readonly definesTables: boolean }
  /** Cancels statements of this server by the ID that the client chose. */
  | { readonly kind: 'kill'; readonly queryId: QueryIdSource };

export type QueryIdSource = { readonly literal: string } | { readonly parameter: string };

const SELECTS = new Set(['SELECT', 'WITH', '(']);
const OTHER_READS = new Set(['SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS', 'CHECK']);
const DEFINITIONS = new Set(['CREATE', 'ALTER', 'DROP', 'RENAME', 'EXCHANGE', 'ATTACH', 'DETACH', 'UNDROP', 'REPLACE']);
const OTHER_WRITES = new Set(['OPTIMIZE', 'DELETE', 'UPDATE', 'SYSTEM']);
const STOPS_THE_ENGINE = new Set(['SHUTDOWN', 'KILL', 'SUSPEND']);

/**
 * Parses one statement. Rejects several statements, access to files, and functions that reach outside the store.
 * @param text the statement and, for an INSERT, possibly its first rows.
 */
export function parseStatement(text: Uint8Array): Statement {
  const latin1 = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1');
  const tokens: Token[] = [];
  for (const token of tokenize(latin1)) {
    const previous = tokens.at(-1);
    if (token.kind === 'word' && tokens[0]?.value === 'INSERT') {
      // VALUES may also be the name of the format.
      if (previous?.value === 'FORMAT' && previous.kind === 'word') {
        return insertStatement(text, tokens.slice(0, -1), latin1.slice(token.start, token.end), previous, token.end);
      }
      if (token.value === 'VALUES') return insertStatement(text, tokens, 'Values', token, token.end);
    }
    if (token.kind !== 'comment') checkToken(token, previous, tokens);
    if (token.kind !== 'comment') tokens.push(token);
  }
  if (tokens.at(-1)?.value === ';' && tokens.at(-1)?.kind === 'symbol') tokens.pop();
  return wholeStatement(text, latin1, tokens);
}

function wholeStatement(text: Uint8Array, latin1: string, tokens: readonly Token[]): Statement {
  const [first, second] = tokens;
  if (!first || first.kind === 'string' || first.kind === 'quoted-name') throw refusals.syntax('Empty statement');
  const words = new Set(tokens.filter(({ kind }) => kind === 'word').map(({ value }) => value));
  const isSelect = SELECTS.has(first.value);
  if (isSelect || OTHER_READS.has(first.value)) {
    if (first.value === 'WITH' && words.has('INSERT')) throw refusals.syntax('WITH before INSERT is not allowed');
    const name = tokens.at(-1);
    const keyword = tokens.at(-2);
    const hasFormat = keyword?.kind === 'word' && keyword.value === 'FORMAT' && name?.kind === 'word';
    const format = hasFormat ? latin1.slice(name.start, name.end) : undefined;
    const isNested = tokens.filter(({ kind, value }) => kind === 'word' && value === 'SELECT').length > 1;
    const sql = joinTokens(text, hasFormat ? tokens.slice(0, -2) : tokens);
    return { kind: 'read', sql, format, isSelect, isNested };
  }
  const sql = joinTokens(text, tokens);
  const definesTables = DEFINITIONS.has(first.value);
  if (first.value === 'KILL' && second?.value === 'QUERY') return { kind: 'kill', queryId: killedId(tokens) };
  if (first.value === 'DROP' || first.value === 'TRUNCATE' || first.value === 'KILL' || dropsPartition(tokens)) {
    return { kind: 'release', sql, definesTables };
  }
  if (first.value === 'SYSTEM' && tokens.some(({ value }) => STOPS_THE_ENGINE.has(value))) {
    throw refusals.syntax('The engine is stopped by its supervisor only');
  }
  // INSERT .. SELECT has no rows in its text.
  if (first.value === 'INSERT' && (words.has('SELECT') || words.has('WITH')))
    return { kind: 'write', sql, definesTables };
  if (definesTables || OTHER_WRITES.has(first.value)) return { kind: 'write', sql, definesTables };
  throw refusals.syntax('The kind of statement is not allowed');
}

function insertStatement(
  text: Uint8Array,
  tokens: readonly Token[],
  format: string,
  boundary: Token,
  dataStart: number,
): Statement {
  // The engine skips white space and one newline between the format and the rows; binary rows come in the body instead.
  let start = dataStart;
  while (start < text.length && (text[start] === 0x20 || text[start] === 0x09 || text[start] === 0x0d)) start += 1;
  if (text[start] === 0x0a) start += 1;
  return {
    kind: 'insert',
    sql: joinTokens(text.subarray(0, boundary.start), tokens),
    format,
    data: text.subarray(start),
  };
}

function checkToken(token: Token, previous: Token | undefined, tokens: readonly Token[]): void {
  if (tokens.at(-1)?.kind === 'symbol' && tokens.at(-1)?.value === ';') {
    throw refusals.syntax('Several statements are not allowed');
  }
  if (token.kind === 'word' && (token.value === 'INFILE' || token.value === 'OUTFILE')) {
    throw refusals.syntax('Files are not reachable');
  }
  const isCall = token.kind === 'symbol' && token.value === '(';
  if (isCall && previous && (previous.kind === 'word' || previous.kind === 'quoted-name')) {
    const name = previous.value.toLowerCase();
    if (REFUSED_FUNCTIONS.has(name)) throw refusals.forbiddenFunction(name);
  }
}

/** Removes comments, so that the engine cannot interpret them differently. */
function joinTokens(text: Uint8Array, tokens: readonly Token[]): string {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  let sql = '';
  let end = tokens[0]?.start ?? 0;
  for (const token of tokens) {
    if (token.start > end) sql += ' ';
    sql += bytes.toString('utf8', token.start, token.end);
    end = token.end;
  }
  return sql;
}

function dropsPartition(tokens: readonly Token[]): boolean {
  return (
    tokens[0]?.value === 'ALTER' &&
    tokens.some(({ value }, at) => value === 'DROP' && ['PARTITION', 'PART'].includes(tokens[at + 1]?.value ?? ''))
  );
}

/** `KILL QUERY WHERE query_id = 'id'` or `= {name:String}`: the only supported form, because the engine does not know our IDs. */
function killedId(tokens: readonly Token[]): QueryIdSource {
  const [, , where, column, equals, value, name] = tokens;
  if (where?.value === 'WHERE' && column?.value === 'QUERY_ID' && equals?.value === '=' && value) {
    if (value.kind === 'string' && /^[\w-]+$/.test(value.value)) return { literal: value.value };
    if (value.value === '{' && name?.kind === 'word') return { parameter: name.value.toLowerCase() };
  }
  throw refusals.syntax('A statement is killed by its query_id');
}
