/** Terms of the search language: how the console adds them to a query, finds them and removes them. */

const FIELD_NAME = /^[A-Za-z_@$][\w@$./-]*$/;
const PLAIN_VALUE = /^[\w@$./+-]+$/;
const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'TO']);

/** The term that finds records whose field has exactly this value. */
export function toTerm(field: string, value: string): string {
  return `${formatField(field)}:${formatValue(value)}`;
}

export function formatField(field: string): string {
  return FIELD_NAME.test(field) ? field : quote(field);
}

export function formatValue(value: string): string {
  return PLAIN_VALUE.test(value) && !OPERATORS.has(value) ? value : quote(value);
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** The query with one more condition; unchanged if it has the condition already. */
export function addTerm(query: string, field: string, value: string): string {
  return append(removeTerm(query, `NOT ${toTerm(field, value)}`), toTerm(field, value));
}

/** The query without the records whose field has this value. */
export function excludeTerm(query: string, field: string, value: string): string {
  const term = toTerm(field, value);
  return append(hasTerm(query, `NOT ${term}`) ? query : removeTerm(query, term), `NOT ${term}`);
}

function append(query: string, term: string): string {
  const trimmed = query.trim();
  if (trimmed === '' || hasTerm(trimmed, term)) return trimmed === '' ? term : trimmed;
  // A condition after an OR would belong to its last operand alone.
  const before = splitTerms(trimmed).some(({ text, depth }) => text === 'OR' && depth === 0) ? `(${trimmed})` : trimmed;
  return `${before} AND ${term}`;
}

interface Term {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Number of parentheses around it. */
  readonly depth: number;
}

/** Words, quoted texts, fields with their values, and operators, from left to right. Parentheses separate them. */
export function splitTerms(query: string): readonly Term[] {
  const terms: Term[] = [];
  let depth = 0;
  let start = -1;
  let isQuoted = false;
  const close = (end: number): void => {
    if (start >= 0) terms.push({ text: query.slice(start, end), start, end, depth });
    start = -1;
  };
  for (let at = 0; at < query.length; at++) {
    const character = query[at] ?? '';
    if (character === '\\') {
      if (start < 0) start = at;
      at++;
    } else if (character === '"') {
      if (start < 0) start = at;
      isQuoted = !isQuoted;
    } else if (!isQuoted && /[\s()]/.test(character)) {
      close(at);
      if (character === '(') depth++;
      if (character === ')') depth--;
    }
    if (start < 0 && !/[\s()]/.test(character)) start = at;
  }
  close(query.length);
  return terms;
}

function hasTerm(query: string, term: string): boolean {
  return findTerm(query, term) !== undefined;
}

/** Where a term stands outside of parentheses and of alternatives; the range includes a NOT before it if the term has one. */
function findTerm(query: string, term: string): { readonly first: number; readonly last: number } | undefined {
  const terms = splitTerms(query);
  if (terms.some(({ text }) => text === 'OR')) return undefined;
  const isNegated = term.startsWith('NOT ');
  const text = isNegated ? term.slice('NOT '.length) : term;
  const index = terms.findIndex(
    (candidate, at) =>
      candidate.text === text && candidate.depth === 0 && (terms[at - 1]?.text === 'NOT') === isNegated,
  );
  return index < 0 ? undefined : { first: isNegated ? index - 1 : index, last: index };
}

/** The query without a condition that stands by itself; unchanged if it is part of an alternative. */
export function removeTerm(query: string, term: string): string {
  const found = findTerm(query, term);
  if (!found) return query;
  const terms = splitTerms(query);
  const before = terms[found.first - 1];
  const after = terms[found.last + 1];
  const from = before?.text === 'AND' ? before.start : (terms[found.first]?.start ?? 0);
  const to = before?.text !== 'AND' && after?.text === 'AND' ? after.end : (terms[found.last]?.end ?? 0);
  return `${query.slice(0, from).trimEnd()} ${query.slice(to).trimStart()}`.trim();
}

/** Words of the query that stand in texts, to mark them in rows; parts of negations and of fields are not among them. */
export function searchedWords(query: string): readonly string[] {
  const terms = splitTerms(query);
  return terms
    .filter(({ text }, at) => !OPERATORS.has(text) && terms[at - 1]?.text !== 'NOT' && isText(text))
    .map(({ text }) => (text.startsWith('"') ? text.slice(1, text.endsWith('"') ? -1 : undefined) : text))
    .map((text) => text.replaceAll(/\\(.)/g, '$1').replaceAll('*', ''))
    .filter((text) => text !== '');
}

function isText(term: string): boolean {
  return !/^(?:[A-Za-z_@$][\w@$./-]*|"(?:[^"\\]|\\.)*"):(?!\/\/)/.test(term);
}
