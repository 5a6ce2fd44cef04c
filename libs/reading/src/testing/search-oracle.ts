/**
 * A second implementation of the search language: over plain records, one character at a time, without a parser,
 * without shared regular expressions and without SQL. Tests compare the engine's results with it.
 */
export interface SearchedRecord {
  readonly body: string;
  readonly service: string;
  readonly severity: number;
  readonly traceId: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
}

export type Query =
  | { readonly kind: 'and' | 'or'; readonly left: Query; readonly right: Query }
  | { readonly kind: 'not'; readonly query: Query }
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'prose-pattern'; readonly parts: readonly string[] }
  | { readonly kind: 'service'; readonly test: ValueTest }
  | {
      readonly kind: 'attribute';
      readonly place: 'any' | 'attributes' | 'resource';
      readonly name: string;
      readonly test: ValueTest;
    }
  | { readonly kind: 'level'; readonly operator: '' | '>' | '>=' | '<' | '<='; readonly level: string }
  | { readonly kind: 'trace'; readonly prefix: string }
  | { readonly kind: 'severity'; readonly low: number; readonly high: number };

export type ValueTest =
  | { readonly kind: 'exists' }
  | { readonly kind: 'equals'; readonly text: string }
  | { readonly kind: 'pattern'; readonly parts: readonly string[] }
  | {
      readonly kind: 'between';
      readonly low: string;
      readonly high: string;
      readonly lowInclusive: boolean;
      readonly highInclusive: boolean;
    };

/** The renamed attributes that records of tests have. */
const RENAMED = [
  ['http.request.method', 'http.method'],
  ['server.address', 'net.peer.name', 'net.host.name'],
];

export function matches(record: SearchedRecord, query: Query): boolean {
  switch (query.kind) {
    case 'and':
      return matches(record, query.left) && matches(record, query.right);
    case 'or':
      return matches(record, query.left) || matches(record, query.right);
    case 'not':
      return !matches(record, query.query);
    case 'phrase':
      return hasPhrase(record.body, query.text);
    case 'prose-pattern':
      return hasPattern(record.body, query.parts);
    case 'service':
      return hasValue(record.service === '' ? undefined : record.service, query.test, record.service);
    case 'attribute': {
      const names = RENAMED.find((group) => group.includes(query.name)) ?? [query.name];
      const hasAny = (texts: Readonly<Record<string, string>>): boolean =>
        names.some((name) => hasValue(Object.hasOwn(texts, name) ? texts[name] : undefined, query.test));
      return (
        (query.place !== 'resource' && hasAny(record.attributes)) ||
        (query.place !== 'attributes' && hasAny(record.resource))
      );
    }
    case 'level':
      return hasLevel(record.severity, query.operator, query.level);
    case 'trace':
      return record.traceId.startsWith(query.prefix);
    case 'severity':
      return record.severity >= query.low && record.severity <= query.high;
  }
}

/** The query as a user would type it. */
export function print(query: Query): string {
  switch (query.kind) {
    case 'and':
      return `(${print(query.left)} ${print(query.right)})`;
    case 'or':
      return `(${print(query.left)} OR ${print(query.right)})`;
    case 'not':
      return `NOT ${print(query.query)}`;
    case 'phrase':
      return quote(query.text);
    case 'prose-pattern':
      return printPattern(query.parts);
    case 'service':
      return `service:${printTest(query.test)}`;
    case 'attribute':
      return `${quote(query.place === 'any' ? query.name : `${query.place}.${query.name}`)}:${printTest(query.test)}`;
    case 'level':
      return `level:${query.operator}${query.level}`;
    case 'trace':
      return `trace_id:${query.prefix}*`;
    case 'severity':
      return `severity_number:[${query.low} TO ${query.high}]`;
  }
}

/** The number of wildcards in the printed query. */
export function wildcards(query: Query): number {
  switch (query.kind) {
    case 'and':
    case 'or':
      return wildcards(query.left) + wildcards(query.right);
    case 'not':
      return wildcards(query.query);
    case 'prose-pattern':
      return query.parts.length - 1;
    case 'trace':
      return 1;
    case 'service':
    case 'attribute':
      return query.test.kind === 'pattern' ? query.test.parts.length - 1 : query.test.kind === 'exists' ? 1 : 0;
    case 'phrase':
    case 'level':
    case 'severity':
      return 0;
  }
}

function printTest(test: ValueTest): string {
  switch (test.kind) {
    case 'exists':
      return '*';
    case 'equals':
      return quote(test.text);
    case 'pattern':
      return printPattern(test.parts);
    case 'between':
      return `${test.lowInclusive ? '[' : '{'}${quote(test.low)} TO ${quote(test.high)}${test.highInclusive ? ']' : '}'}`;
  }
}

const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const printPattern = (parts: readonly string[]): string =>
  parts.map((part) => [...part].map((character) => `\\${character}`).join('')).join('*');

function hasPhrase(body: string, phrase: string): boolean {
  const [text, sought] = isAscii(phrase)
    ? [lowerAscii(body), lowerAscii(phrase)]
    : [body.toLowerCase(), phrase.toLowerCase()];
  const present = new Set(words(text));
  return text.includes(sought) && words(sought).every((word) => present.has(word));
}

function hasPattern(body: string, parts: readonly string[]): boolean {
  const whole = parts.join('');
  const fold = isAscii(whole) ? lowerAscii : (text: string) => text.toLowerCase();
  const text = [...fold(body)];
  const sought = parts.map((part) => [...fold(part)]);
  return text.some((_, start) => {
    const first = sought[0]?.[0];
    const isCut = first !== undefined && isWordCharacter(first) && start > 0 && isWordCharacter(text[start - 1] ?? '');
    return !isCut && follows(text, start, sought);
  });
}

/** Whether the parts follow from `position` on, with anything but white space between them, up to a word boundary. */
function follows(text: readonly string[], position: number, parts: readonly (readonly string[])[]): boolean {
  const [part = [], ...rest] = parts;
  if (!part.every((character, offset) => text[position + offset] === character)) return false;
  const end = position + part.length;
  if (rest.length === 0) {
    const last = part.at(-1);
    return last === undefined || !isWordCharacter(last) || !isWordCharacter(text[end] ?? '');
  }
  for (let next = end; next <= text.length; next++) {
    if (follows(text, next, rest)) return true;
    if (' \t\n\f\r'.includes(text[next] ?? '')) return false;
  }
  return false;
}

function hasValue(value: string | undefined, test: ValueTest, absent?: string): boolean {
  if (test.kind === 'exists') return value !== undefined;
  const text = value ?? absent;
  if (text === undefined) return false;
  switch (test.kind) {
    case 'equals':
      return text === test.text;
    case 'pattern':
      return wholePattern(text, test.parts);
    case 'between':
      return isBetween(text, test, absent === undefined);
  }
}

function wholePattern(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  for (let cut = first.length; cut <= text.length; cut++) if (wholePattern(text.slice(cut), rest)) return true;
  return false;
}

function isBetween(text: string, test: Extract<ValueTest, { kind: 'between' }>, mayBeNumeric: boolean): boolean {
  const numbers = [test.low, test.high, text].map((part) => (part === '' ? Number.NaN : Number(part)));
  const [low = Number.NaN, high = Number.NaN, value = Number.NaN] = numbers;
  if (mayBeNumeric && !Number.isNaN(low) && !Number.isNaN(high)) {
    return (test.lowInclusive ? value >= low : value > low) && (test.highInclusive ? value <= high : value < high);
  }
  const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return (
    (test.lowInclusive ? order(text, test.low) >= 0 : order(text, test.low) > 0) &&
    (test.highInclusive ? order(text, test.high) <= 0 : order(text, test.high) < 0)
  );
}

function hasLevel(severity: number, operator: string, level: string): boolean {
  if (severity < 1 || severity > 24) return false;
  const rank = Math.ceil(severity / 4);
  const sought = ['', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'].indexOf(level);
  if (operator === '') return rank === sought;
  if (operator === '>') return rank > sought;
  if (operator === '>=') return rank >= sought;
  return operator === '<' ? rank < sought : rank <= sought;
}

function words(text: string): string[] {
  const found = [''];
  for (const character of text) {
    if (isWordCharacter(character)) found.push((found.pop() ?? '') + character);
    else found.push('');
  }
  return found.filter((word) => word !== '');
}

const isWordCharacter = (character: string): boolean => /^[0-9A-Za-z]$/.test(character) || character > '\u007f';
const isAscii = (text: string): boolean => [...text].every((character) => character <= '\u007f');
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (character) => character.toLowerCase());
