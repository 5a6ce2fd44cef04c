export { parseDsn, parseSentryAuth, readEnvelopeKey, type Dsn } from './credentials.js';
export { translateSentry, type SentryFormat, type SentryPart, type SentryTranslation } from './translate.js';
