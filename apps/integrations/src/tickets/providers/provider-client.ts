import { isJsonObject, type JsonObject, type JsonValue } from '@svc/contract';
import { EgressError, type Egress, type EgressRequest, type EgressResponse } from '@svc/outbound';
import { ProviderError, toProviderError } from './provider-error.js';

/** When a provider limits requests without saying for how long: what GitHub recommends. */
const UNKNOWN_LIMIT_MS = 60_000;

export interface ProviderRequest {
  readonly method?: string;
  /** Path below the base URL, beginning with a slash. */
  readonly path: string;
  readonly body?: JsonObject;
}

type Headers = Readonly<Record<string, string>>;

/** Credential of requests to a provider. */
export interface ProviderCredential {
  readonly headers: Headers;
  /** Replaces headers that the provider refused; absent where nothing can replace them. Throws ProviderError. */
  readonly renew?: () => Promise<Headers>;
}

/** Requests to one provider with the secret of a connection. */
export class ProviderClient {
  #headers: Headers;
  #renew: (() => Promise<Headers>) | undefined;

  constructor(
    private readonly egress: Egress,
    private readonly baseUrl: string,
    { headers, renew }: ProviderCredential,
    private readonly limits: Required<Pick<EgressRequest, 'signal' | 'timeoutMs'>>,
    private readonly clock: () => number,
  ) {
    this.#headers = headers;
    this.#renew = renew;
  }

  /** Whether the refused credential was replaced, which happens once, so that the request is worth repeating. */
  async renewCredential(): Promise<boolean> {
    const renew = this.#renew;
    if (!renew) return false;
    this.#renew = undefined;
    this.#headers = await renew();
    return true;
  }

  /**
   * The JSON of a successful response; null without a body.
   * @throws ProviderError
   */
  async request({ method = 'GET', path, body }: ProviderRequest): Promise<JsonValue> {
    const first = await this.#send(method, path, body);
    const isRenewed = first.status === 401 && (await this.renewCredential());
    const response = isRenewed ? await this.#send(method, path, body) : first;
    const failure = failureIn(response, this.clock());
    if (failure) throw failure;
    return parse(response.body);
  }

  async #send(method: string, path: string, body: JsonObject | undefined): Promise<EgressResponse> {
    try {
      return await this.egress.request(`${this.baseUrl}${path}`, {
        method,
        headers: { ...this.#headers, ...(body && { 'content-type': 'application/json' }) },
        ...this.limits,
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw error instanceof EgressError ? toProviderError(error) : error;
    }
  }
}

/** Error that a response reports; undefined for a success. */
export function failureIn({ status, headers, body }: EgressResponse, now: number): ProviderError | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401) return new ProviderError('provider_unauthorized');
  // Moved and deleted count as well: redirects are not followed.
  if (status === 404 || status === 410 || status === 301) return new ProviderError('not_found');
  if (status === 429 || isLimited(status, headers, body))
    return new ProviderError('provider_rate_limited', waitIn(headers, now) ?? UNKNOWN_LIMIT_MS);
  if (status >= 500 || status === 408 || status === 425)
    return new ProviderError('provider_unavailable', waitIn(headers, now));
  return new ProviderError('provider_rejected');
}

/** GitHub answers 403 beyond a primary or secondary limit, Linear 400. */
function isLimited(status: number, headers: EgressResponse['headers'], body: Buffer): boolean {
  if (status === 403) {
    if (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0') return true;
    return /secondary rate limit/i.test(body.toString());
  }
  return status === 400 && body.includes('"RATELIMITED"');
}

/** Milliseconds to wait: Retry-After in seconds or as a date, GitHub's reset in epoch seconds, Linear's in epoch milliseconds. */
function waitIn(headers: EgressResponse['headers'], now: number): number | undefined {
  const retryAfter = headers['retry-after'];
  if (retryAfter !== undefined) {
    const until = /^\d{1,9}$/.test(retryAfter) ? now + Number(retryAfter) * 1_000 : Date.parse(retryAfter);
    if (Number.isFinite(until)) return Math.max(0, until - now);
  }
  const reset = headers['x-ratelimit-remaining'] === '0' ? Number(headers['x-ratelimit-reset']) * 1_000 : NaN;
  const linear = Number(headers['x-ratelimit-requests-reset']);
  const until = Number.isFinite(reset) ? reset : linear;
  return Number.isFinite(until) && until > now ? until - now : undefined;
}

function parse(body: Buffer): JsonValue {
  if (body.length === 0) return null;
  try {
    return JSON.parse(body.toString()) as JsonValue;
  } catch (cause) {
    throw new ProviderError('provider_unavailable', undefined, { cause });
  }
}

/** The member of an object at a path of names; undefined if it is absent. */
export function memberAt(value: JsonValue | undefined, ...names: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const name of names) found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}

const MAX_TEXT = 500;

/** A text of the provider, shortened; '' for anything else. */
export function textAt(value: JsonValue | undefined, ...names: readonly string[]): string {
  const found = memberAt(value, ...names);
  return typeof found === 'string' ? found.slice(0, MAX_TEXT) : '';
}

export function listAt(value: JsonValue | undefined, ...names: readonly string[]): readonly JsonValue[] {
  const found = memberAt(value, ...names);
  return Array.isArray(found) ? found : [];
}

/** An address of the provider that a browser may open; '' for anything else. */
export function webAddress(text: string): string {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : '';
}
