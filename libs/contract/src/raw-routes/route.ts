import type { AgentAccess, HttpMethod, ProjectScope } from '../operation.js';

/** The two HTTP interfaces: the REST interface and the ingestion interface. */
export type HttpInterface = 'gateway' | 'ingest';

/** A route that is not an operation, because its body or response is not a message of the contract. */
export interface RawRoute {
  readonly id: string;
  readonly interfaces: readonly HttpInterface[];
  readonly method: HttpMethod;
  readonly path: string;
  /** The scope required of the credential, as `resource:verb`; undefined for a public route. */
  readonly scope: string | undefined;
  readonly project: ProjectScope;
  readonly agent: AgentAccess;
  /** Media types of the body; empty without a body. */
  readonly consumes: readonly string[];
  /** Accepted content encodings of the body. */
  readonly encodings: readonly string[];
  /** Default maximum size of the body, before and after decompression. */
  readonly maxBodyBytes: number | undefined;
  /** Media types of the response. */
  readonly produces: readonly string[];
  /** Status of a success if it is not 200. */
  readonly successStatus?: number;
  readonly summary: string;
  readonly description: string;
}

export const MIB = 1024 * 1024;

/** A route that anyone can read. */
export const PUBLIC = {
  method: 'GET',
  scope: undefined,
  project: 'public',
  agent: 'never',
  consumes: [],
  encodings: [],
  maxBodyBytes: undefined,
} as const;
