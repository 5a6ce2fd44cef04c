import type { ConfigField } from './config-field.js';

/** Headers that a client may set: none that decide how a request is read or routed. */
const ALLOWED =
  /^(?!(?:host|content-length|content-type|transfer-encoding|connection|upgrade|te|trailer|expect|proxy-.*|webhook-.*)$)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/i;

export const HEADERS: ConfigField = {
  kind: 'map',
  name: 'headers',
  isSecret: true,
  pattern: ALLOWED,
  reason: 'must be at most 20 names and texts of headers that do not control the connection',
  description: 'Additional headers, such as one with a token. Encrypted, and not read back.',
};
