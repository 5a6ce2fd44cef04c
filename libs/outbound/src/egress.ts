import { isIP } from 'node:net';
import { Agent, request as send } from 'undici';
import { AddressPolicy, type AddressRules } from './address-policy.js';
import { EgressError, toEgressError } from './egress-error.js';
import { guardedLookup, type Resolve } from './guarded-lookup.js';

export interface EgressOptions extends AddressRules {
  /** Origins that the operator has configured, such as that of an identity provider: their addresses are not checked. */
  readonly trustedOrigins?: readonly string[];
  readonly resolve?: Resolve;
}

export interface EgressRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds for the whole exchange; 10,000 by default. */
  readonly timeoutMs?: number;
  /** Bytes of the response body; 1 MiB by default. */
  readonly maxResponseBytes?: number;
  readonly signal?: AbortSignal;
}

export interface EgressResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_RESPONSE_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * The HTTP client for addresses that users and providers name. It connects to public addresses only, with TLS, follows no redirects, and
 * limits the time and the size of every response. Bodies are not decompressed.
 */
export class Egress implements AsyncDisposable {
  readonly #policy: AddressPolicy;
  readonly #trusted: ReadonlySet<string>;
  readonly #guarded: { readonly http: Agent; readonly https: Agent };
  readonly #open = new Agent(AGENT);

  constructor({ trustedOrigins = [], resolve, ...rules }: EgressOptions = {}) {
    this.#policy = new AddressPolicy(rules);
    this.#trusted = new Set(trustedOrigins.map((origin) => new URL(origin).origin));
    const agent = (protocol: string): Agent => {
      const lookup = guardedLookup((address) => this.#policy.refusal(protocol, address), resolve);
      return new Agent({ ...AGENT, connect: { lookup } });
    };
    this.#guarded = { http: agent('http:'), https: agent('https:') };
  }

  /** @throws EgressError */
  async request(address: string | URL, options: EgressRequest = {}): Promise<EgressResponse> {
    const url = parse(address);
    const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      const response = await send(url, {
        method: options.method ?? 'GET',
        headers: { ...options.headers },
        body: options.body ?? null,
        dispatcher: this.#dispatcher(url),
        signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
      });
      const body = await readBody(response.body, options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES);
      return { status: response.statusCode, headers: toHeaders(response.headers), body };
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw toEgressError(error, timeout.aborted);
    }
  }

  /** Whether an address is plain http that can never be requested, as far as is known without a lookup. */
  refusesHttp(address: string): boolean {
    const url = URL.parse(address);
    return url?.protocol === 'http:' && !this.#trusted.has(url.origin) && this.#policy.refusesHttp(toHost(url));
  }

  /** Like `request`, for libraries that expect `fetch`. */
  readonly fetch = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(parse(address), init);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const response = await this.request(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      ...(body && { body }),
    });
    const isEmpty = response.status === 204 || response.status === 205 || response.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(response.body), response);
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...Object.values(this.#guarded), this.#open].map((agent) => agent.destroy()));
  }

  #dispatcher(url: URL): Agent {
    if (this.#trusted.has(url.origin)) return this.#open;
    // Sockets look up names only.
    const host = toHost(url);
    const failure = isIP(host) === 0 ? undefined : this.#policy.refusal(url.protocol, host);
    if (failure) throw new EgressError(failure);
    return url.protocol === 'https:' ? this.#guarded.https : this.#guarded.http;
  }
}

const toHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const AGENT: Agent.Options = { maxHeaderSize: MAX_HEADER_BYTES, connectTimeout: DEFAULT_TIMEOUT_MS };

function parse(address: string | URL): URL {
  const url = URL.parse(String(address));
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isHttp || url.username !== '' || url.password !== '') throw new EgressError('invalid_url');
  return url;
}

async function readBody(stream: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) throw new EgressError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
