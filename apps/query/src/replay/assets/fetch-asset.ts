import { EgressError, type Egress, type EgressResponse } from '@svc/outbound';
import type { AssetKind } from '@svc/replay';
import { typeOfAsset } from './asset-type.js';

/** Bytes of a file; pictures in pages are smaller. */
export const MAX_ASSET_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const ACCEPTED: Readonly<Record<AssetKind, string>> = {
  image: 'image/*',
  font: 'font/*, application/octet-stream;q=0.5',
  style: 'text/css',
};

/** Why there is no copy, as `replay.get` names it. */
export type AssetFailure =
  'not_mirrored' | 'limit' | 'blocked_address' | 'redirected' | 'too_large' | 'wrong_type' | 'failed';

export interface FetchedAsset {
  readonly content: Buffer;
  readonly type: string;
  /** The address at which the file was found, after redirects. */
  readonly url: string;
}

/** A file that was not fetched. Its message is safe to show: it contains nothing that the site sent but a status. */
export class AssetError extends Error {
  override readonly name = 'AssetError';

  constructor(
    readonly failure: AssetFailure,
    message: string,
    /** Whether the same request can succeed later. */
    readonly isTransient: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Fetches a file as nobody: without cookies, and with redirects within the allowed origins only.
 *
 * @throws AssetError, or the reason of the signal.
 */
export async function fetchAsset(
  egress: Egress,
  { url, kind }: { readonly url: string; readonly kind: AssetKind },
  origins: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FetchedAsset> {
  let target = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await request(egress, target, kind, signal);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.status) || location === undefined) return read(response, kind, target);
    const next = URL.canParse(location, target) ? new URL(location, target) : undefined;
    if (!next || !origins.has(next.origin))
      throw new AssetError('redirected', 'The site answered with an address of an origin that is not allowed.', false);
    target = next.href;
  }
  throw new AssetError('redirected', `The site redirected more than ${MAX_REDIRECTS} times.`, false);
}

async function request(egress: Egress, url: string, kind: AssetKind, signal: AbortSignal): Promise<EgressResponse> {
  try {
    return await egress.request(url, {
      headers: { accept: ACCEPTED[kind], 'accept-encoding': 'identity', 'user-agent': 'svc' },
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_ASSET_BYTES,
      signal,
    });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const message = error.failure === 'plain_http' ? PLAIN_HTTP : error.message;
    throw new AssetError(FAILURES[error.failure] ?? 'failed', message, error.isTransient, { cause: error });
  }
}

/** The egress of copies does not read SVC_EGRESS_HTTP. */
const PLAIN_HTTP = 'The address is plain http. An operator can permit the range of the host with SVC_EGRESS_ALLOW.';
const FAILURES: Readonly<Partial<Record<EgressError['failure'], AssetFailure>>> = {
  blocked_address: 'blocked_address',
  plain_http: 'blocked_address',
  too_large: 'too_large',
};

function read({ status, headers, body }: EgressResponse, kind: AssetKind, url: string): FetchedAsset {
  if (status !== 200) {
    const isTransient = status === 408 || status === 429 || status >= 500;
    throw new AssetError('failed', `The site answered with the status ${status}.`, isTransient);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new AssetError(
      'wrong_type',
      'The site answered with compressed content, although it was asked not to.',
      false,
    );
  const type = typeOfAsset(kind, headers['content-type'] ?? '', body);
  if (type === undefined)
    throw new AssetError('wrong_type', `The site answered with something else than ${NAMES[kind]}.`, false);
  return { content: body, type, url };
}

const NAMES: Readonly<Record<AssetKind, string>> = { image: 'a picture', font: 'a font', style: 'a style sheet' };
