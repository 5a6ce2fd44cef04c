import { translateJsonLogs } from '@svc/json-logs';
import { translateLokiPush } from '@svc/loki';
import type { Signal } from '@svc/otlp';
import type { PartedTranslation, Translation, TranslationLimits } from '@svc/otlp/wire';
import { translateRemoteWrite } from '@svc/remote-write';
import { translateSentry } from '@svc/sentry';
import { snappySize } from '@svc/snappy';

/** The form of a body of another protocol. */
export type ForeignFormat =
  | 'loki-json'
  | 'loki-protobuf'
  | 'json-lines'
  | 'json-document'
  | 'firehose'
  | 'remote-write-1'
  | 'remote-write-2'
  | 'sentry-envelope'
  | 'sentry-store';
export type BodyFormat = 'protobuf' | 'json' | ForeignFormat;

interface Translator {
  readonly translate: (body: Uint8Array, limits: TranslationLimits) => Translation | PartedTranslation;
  /** The size of the body when decompressed, where the format has a compression of its own. */
  readonly size?: (body: Uint8Array) => number;
}

const TRANSLATORS: Readonly<Record<ForeignFormat, Translator>> = {
  'loki-json': { translate: (...request) => translateLokiPush('json', ...request) },
  'loki-protobuf': { translate: (...request) => translateLokiPush('protobuf', ...request), size: snappySize },
  'json-lines': { translate: (...request) => translateJsonLogs('lines', ...request) },
  'json-document': { translate: (...request) => translateJsonLogs('document', ...request) },
  firehose: { translate: (...request) => translateJsonLogs('firehose', ...request) },
  'remote-write-1': { translate: (...request) => translateRemoteWrite(1, ...request), size: snappySize },
  'remote-write-2': { translate: (...request) => translateRemoteWrite(2, ...request), size: snappySize },
  'sentry-envelope': { translate: (...request) => translateSentry('envelope', ...request) },
  'sentry-store': { translate: (...request) => translateSentry('store', ...request) },
};

export function isForeign(format: BodyFormat): format is ForeignFormat {
  return Object.hasOwn(TRANSLATORS, format);
}

/** Whether bodies of a format are blocks of Snappy. */
export function isSnappy(format: BodyFormat): boolean {
  return isForeign(format) && TRANSLATORS[format].size !== undefined;
}

/** The size of a body in bytes without the compression of its format. @throws ServiceError invalid_request if it does not state one. */
export function plainSize(format: BodyFormat, body: Uint8Array): number {
  const size = isForeign(format) ? TRANSLATORS[format].size : undefined;
  return size ? size(body) : body.byteLength;
}

/**
 * Translates a body to OTLP.
 *
 * @param signal that the body has, if its format has one only.
 * @throws ServiceError invalid_request that names the field, or payload_too_large.
 */
export function translate(
  signal: Signal,
  format: ForeignFormat,
  body: Uint8Array,
  limits: TranslationLimits,
): PartedTranslation {
  const translation = TRANSLATORS[format].translate(body, limits);
  if ('parts' in translation) return translation;
  const { body: translated, ...findings } = translation;
  return { ...findings, parts: [{ signal, body: translated }] };
}
