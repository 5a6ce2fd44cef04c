import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isJsonObject } from '@svc/contract';
import type { Egress } from '@svc/outbound';
import { LRUCache } from 'lru-cache';
import { isRedirectAddress, type OAuthClient } from './clients.js';
import { OAUTH_OPTIONS, type OAuthOptions } from './oauth-options.js';

const MAX_DOCUMENT_BYTES = 16 * 1024;
const MAX_REDIRECTS = 20;
const TIMEOUT_MS = 5_000;
const KEPT_MS = 600_000;
const MAX_KEPT = 100;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._()&'-]{0,79}$/u;

/** Clients whose ID is the https address of a document that describes them. Off unless the operator permits it. */
@Injectable()
export class ClientDocuments implements OnApplicationShutdown {
  readonly #kept = new LRUCache<string, OAuthClient>({ max: MAX_KEPT, ttl: KEPT_MS });
  #egress: Egress | undefined;

  constructor(@Inject(OAUTH_OPTIONS) private readonly options: OAuthOptions) {}

  async onApplicationShutdown(): Promise<void> {
    await this.#egress?.[Symbol.asyncDispose]();
  }

  /** The client of an address; undefined if it is no such address, its document cannot be had, or is none. */
  async find(id: string): Promise<OAuthClient | undefined> {
    if (!this.options.readsClientDocuments || !isDocumentAddress(id)) return undefined;
    const kept = this.#kept.get(id);
    if (kept) return kept;
    const client = toClient(id, await this.#read(id));
    if (client) this.#kept.set(id, client);
    return client;
  }

  /** Through the egress guard, which connects to public addresses only and follows no redirects. */
  async #read(address: string): Promise<string> {
    const { Egress, EgressError } = await import('@svc/outbound');
    this.#egress ??= new Egress({ allow: this.options.egressAllow });
    try {
      const { status, body } = await this.#egress.request(address, {
        headers: { accept: 'application/json' },
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MAX_DOCUMENT_BYTES,
      });
      return status === 200 ? body.toString('utf8') : '';
    } catch (error) {
      if (error instanceof EgressError) return '';
      throw error;
    }
  }
}

/** An https address with a path, as the draft "OAuth Client ID Metadata Document" demands. */
function isDocumentAddress(id: string): boolean {
  const url = id.length > 500 ? null : URL.parse(id);
  return (
    url?.protocol === 'https:' && url.href === id && url.pathname !== '/' && url.hash === '' && url.username === ''
  );
}

/** Reads a document; undefined if it does not describe this client, or describes one that is not public. */
export function toClient(id: string, text: string): OAuthClient | undefined {
  const document = parse(text);
  if (!isJsonObject(document) || document['client_id'] !== id) return undefined;
  const { redirect_uris: uris, client_name: name, token_endpoint_auth_method: method = 'none' } = document;
  if (method !== 'none' || !Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECTS) return undefined;
  const redirectUris = uris.filter((uri): uri is string => typeof uri === 'string' && isRedirectAddress(uri));
  if (redirectUris.length < uris.length) return undefined;
  const host = new URL(id).host;
  // A name is what a stranger chose, so the host stands beside it.
  return { id, name: typeof name === 'string' && NAME.test(name) ? `${name} (${host})` : host, redirectUris };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
