const API_PREFIX = '/api/v1';

/** Returns the address without a trailing slash, or undefined if it is not a plain http or https address. */
export function parseBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Parses a base URL and adds the suffix /api/v1, which the input may omit. */
export function parseApiUrl(text: string): string | undefined {
  const base = parseBaseUrl(text);
  return base === undefined || base.endsWith(API_PREFIX) ? base : base + API_PREFIX;
}

/** Returns the endpoint of the Model Context Protocol, which belongs to no version of the API. */
export function toMcpUrl(apiUrl: string): string {
  return `${apiUrl.slice(0, -API_PREFIX.length)}/mcp`;
}
