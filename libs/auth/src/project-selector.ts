/**
 * Selects the project of a request from its query string. Reads the bytes as they were sent: the parser of a framework
 * discards malformed pairs and keeps one of several values, and a conflicting `project_id` could hide in the discarded
 * part.
 */
export type ProjectSelection =
  /** There is no non-empty `project_id`, and the credential is not bound to a project. */
  | { readonly outcome: 'omitted' }
  /** The bound project, or the value that an organization-level caller sent; whether it exists is not checked yet. */
  | { readonly outcome: 'selected'; readonly projectId: string }
  /** The value conflicts, is ambiguous or malformed; the request is refused with 403 permission_denied before any other check. */
  | { readonly outcome: 'refused' };

export interface QueryPair {
  readonly name: string;
  /** Undefined if a standard parser would discard the pair. */
  readonly value: string | undefined;
}

/** Names the project by ID or slug, in lower case as Node delivers it. */
export const PROJECT_HEADER = 'x-svc-project';

const SELECTOR = 'project_id';

/**
 * Decides which project a request names.
 *
 * @param rawQuery the undecoded part of the request target after the first `?`; empty if there is none.
 * @param boundProjectId the project the credential is bound to; undefined for an organization-level credential.
 */
export function resolveProjectSelector(rawQuery: string, boundProjectId: string | undefined): ProjectSelection {
  let selected = boundProjectId;
  for (const { name, value } of selectorPairs(rawQuery)) {
    if (name !== SELECTOR || value === '') continue;
    if (value === undefined || (selected !== undefined && value !== selected)) return { outcome: 'refused' };
    selected = value;
  }
  return selected === undefined ? { outcome: 'omitted' } : { outcome: 'selected', projectId: selected };
}

/**
 * Returns the pairs of a query string in order: split at `&`, then at the first `=`, with `+` as space and percent escapes as UTF-8.
 * The value of a malformed pair is undefined: a bad percent escape, bytes that are not UTF-8, an unescaped semicolon or
 * character above ASCII.
 */
export function parseQuery(rawQuery: string): QueryPair[] {
  return rawQuery
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => parsePair(pair));
}

/**
 * Like parseQuery, but also splits at semicolons: some parsers end a pair there, so `a=1;project_id=x` names a
 * project to them and must not pass as a value of `a`.
 */
function* selectorPairs(rawQuery: string): Generator<QueryPair> {
  for (const pair of rawQuery.split('&')) {
    if (!pair.includes(';')) yield parsePair(pair);
    else if (pair.split(';').some((part) => parsePair(part).name === SELECTOR))
      yield { name: SELECTOR, value: undefined };
  }
}

function parsePair(pair: string): QueryPair {
  const equals = pair.indexOf('=');
  const rawName = equals < 0 ? pair : pair.slice(0, equals);
  const rawValue = equals < 0 ? '' : pair.slice(equals + 1);
  const name = decode(rawName);
  return {
    name: name ?? rawName,
    value: name === undefined || pair.includes(';') ? undefined : decode(rawValue),
  };
}

/** Undefined for a bad escape and for bytes above ASCII, which a URL holds only escaped and readers interpret differently. */
function decode(text: string): string | undefined {
  if (/[^\0-\x7f]/.test(text)) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
