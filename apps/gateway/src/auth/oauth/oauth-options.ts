import type { OAuthClient } from './clients.js';

/** Injection token of the options of the authorization code flow. */
export const OAUTH_OPTIONS = Symbol('OAuthOptions');

export interface OAuthOptions {
  readonly clients: ReadonlyMap<string, OAuthClient>;
  /** Whether clients may be described by a document at the https address that is their ID. */
  readonly readsClientDocuments: boolean;
  /** Networks beyond the public ones to which the egress guard connects. */
  readonly egressAllow: readonly string[];
}
