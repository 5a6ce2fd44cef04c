/**
 * The path of a value in a request: `filters[0].op`. Paths can contain keys of the caller, so each segment is limited in length
 * and to characters that cannot carry a message or markup.
 */
export function childPath(parent: string, segment: string): string {
  const safe = SAFE_SEGMENT.test(segment) ? segment : '?';
  return parent === '' ? safe : `${parent}.${safe}`;
}

export function itemPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

const SAFE_SEGMENT = /^[A-Za-z0-9_.$-]{1,64}$/;
