import type { IncomingHttpHeaders } from 'node:http';
import { partialMessage } from '@svc/otlp';
import { FAULTS, type RemoteWriteVersion } from '@svc/remote-write';
import { ServiceError } from '@svc/service-error';
import { mediaType, mediaTypeParameter } from '../http/media-type.js';
import type { Receipt } from '../receive/receipt.js';
import type { Wire } from './wire.js';

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

/** The messages of the two versions, which the content type names; the first version if it names none. */
const VERSIONS: ReadonlyMap<string, RemoteWriteVersion> = new Map<string, RemoteWriteVersion>([
  ['', 1],
  ['prometheus.writerequest', 1],
  ['io.prometheus.write.v2.request', 2],
]);

/** The remote write protocol of Prometheus, versions 1 and 2. */
export const REMOTE_WRITE: Wire = {
  name: 'remote_write',
  signal: 'metrics',
  format: (headers) => {
    checkEncoding(headers);
    return readVersion(headers) === 1 ? 'remote-write-1' : 'remote-write-2';
  },
  accepted: (receipt) => {
    const message = refusalMessage(receipt);
    const headers = writtenHeaders(receipt);
    // Senders log the text of a 400 and do not repeat the request, so what is stored of it is not stored twice.
    if (message !== '') return { status: 400, headers: { ...headers, ...TEXT }, body: `${message}\n` };
    return { status: 204, headers };
  },
  refused: ({ code, httpStatus, message }) => ({
    // Prometheus drops what is refused with 429, unless it is configured not to. A lack of room here is not the fault of the sender.
    status: code === 'concurrency_limited' ? 503 : httpStatus,
    headers: TEXT,
    body: `${message}\n`,
  }),
};

/** Senders of a dialect with another compression begin with it and go on with Snappy after a 415. */
function checkEncoding(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'snappy') return;
  throw new ServiceError('unsupported_media_type', { message: 'content-encoding: must be snappy' });
}

function readVersion(headers: IncomingHttpHeaders): RemoteWriteVersion {
  const type = mediaType(headers);
  const version = VERSIONS.get(mediaTypeParameter(headers, 'proto').toLowerCase());
  if (version !== undefined && (type === 'application/x-protobuf' || type === '')) return version;
  throw new ServiceError('unsupported_media_type', {
    message:
      'content-type: must be application/x-protobuf, with proto=prometheus.WriteRequest or proto=io.prometheus.write.v2.Request',
  });
}

/**
 * Headers that tell senders of version 2 how much is stored. Points that are rejected for their time may be of either kind, so both numbers
 * are the lowest that are possible then.
 */
function writtenHeaders({ carried, rejected }: Receipt): Record<string, string> {
  const { samples, histograms } = carried ?? {};
  if (samples === undefined || histograms === undefined) return {};
  return {
    'x-prometheus-remote-write-samples-written': String(Math.max(0, samples - rejected)),
    'x-prometheus-remote-write-histograms-written': String(Math.max(0, histograms - rejected)),
    'x-prometheus-remote-write-exemplars-written': '0',
  };
}

/** Says what is not stored because it is invalid; empty if nothing is. */
function refusalMessage(receipt: Receipt): string {
  const faults = FAULTS.flatMap((reason) => {
    const count = receipt.dropped?.[reason] ?? 0;
    return count > 0 ? [`${count} ${reason}`] : [];
  });
  const invalid = faults.length > 0 ? [`Invalid samples were rejected: ${faults.join(', ')}.`] : [];
  return [partialMessage('metrics', receipt), ...invalid].filter((part) => part !== '').join(' ');
}
