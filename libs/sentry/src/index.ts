export { parseDsn, parseSentryAuth, readEnvelopeKey, type Dsn } from './credentials.js';
export { translateSentry, type SentryFormat } from './translate.js';
