import { readEnvelopeHeader } from './envelope/read-envelope.js';

const AUTHORIZATION = /^sentry[ \t]+(.*)$/i;
const KEY = /^sentry_key[ \t]*=[ \t]*(\S+)$/i;
/** `http://key:secret@host:1/path/1`; the secret is obsolete. */
const DSN = /^https?:\/\/([^\s:/@]+)(?::[^\s/@]*)?@[^\s/@]+\/(?:\S+\/)?([^\s/]+)\/?$/i;

export interface Dsn {
  readonly key: string;
  readonly project: string;
}

/** The key and the project of a DSN; undefined for a text that is none. */
export function parseDsn(text: string): Dsn | undefined {
  const [, key, project] = DSN.exec(text) ?? [];
  return key === undefined || project === undefined ? undefined : { key, project };
}

/** The key in `X-Sentry-Auth`, or in `Authorization` of the same form: `Sentry sentry_version=7, sentry_key=…`. */
export function parseSentryAuth(header: string | undefined): string | undefined {
  const pairs = AUTHORIZATION.exec(header?.trim() ?? '')?.[1]?.split(',') ?? [];
  for (const pair of pairs) {
    const key = KEY.exec(pair.trim())?.[1];
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The key of the DSN that an expanded envelope may have in its header. Reads the first line only. */
export function readEnvelopeKey(body: Buffer): string | undefined {
  const dsn = readEnvelopeHeader(body)?.['dsn'];
  return typeof dsn === 'string' ? parseDsn(dsn)?.key : undefined;
}
