const API_PREFIX = '/api/v1';

/** The address without its last slash; undefined when it is no plain http or https address. */
export function parseBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** The same, ending with /api/v1 whether it was written or not. */
export function parseApiUrl(text: string): string | undefined {
  const base = parseBaseUrl(text);
  return base === undefined || base.endsWith(API_PREFIX) ? base : base + API_PREFIX;
}

/** The address that /api/v1 is below: where /mcp and /health are. */
export function toRootUrl(apiUrl: string): string {
  return apiUrl.slice(0, -API_PREFIX.length);
}
