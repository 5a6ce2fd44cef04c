import type { ConfigField } from './config-field.js';

/** Headers that a client may set: none that decide how a request is read or routed, and none that the HTTP client refuses. */
const ALLOWED =
  /^(?!(?:host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|webhook-.*)$)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/i;
/** A value that the HTTP client can send in a header: Latin-1 without control characters. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,2000}$/;

/** A secret that becomes part of a header. */
export const HEADER_SECRET = {
  pattern: /^[!-~]+$/,
  reason: 'must be printable ASCII characters without spaces',
} as const;

export const HEADERS: ConfigField = {
  kind: 'map',
  name: 'headers',
  isSecret: true,
  pattern: ALLOWED,
  valuePattern: VALUE,
  reason:
    'must be at most 20 names and Latin-1 texts without line breaks, of headers that do not control the connection, each once',
  description: 'Additional headers, such as one with a token. Encrypted, and not read back.',
  isCaseInsensitive: true,
};
