/**
 * Where a value stands in a request, in the wire's spelling: `filters[0].op`. Keys of the caller's own may be part of it, so each
 * segment is held to characters that cannot carry a message or markup, and to a length.
 */
export function childPath(parent: string, segment: string): string {
  const safe = SAFE_SEGMENT.test(segment) ? segment : '?';
  return parent === '' ? safe : `${parent}.${safe}`;
}

export function itemPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

const SAFE_SEGMENT = /^[A-Za-z0-9_.$-]{1,64}$/;
