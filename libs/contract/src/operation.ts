import type { DescMessage, DescMethod, DescService } from '@bufbuild/protobuf';
import type { ErrorCode } from '@svc/service-error';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `required`: exactly one project. `organization`: organization-wide. `public`: no credential. */
export type ProjectScope = 'required' | 'organization' | 'public';

/** Access of AI agents to the operation; `never` hides it from agents. */
export type AgentAccess = 'read' | 'write' | 'never';

/** An operation of the REST interface, read from its descriptor. */
export interface Operation {
  /** `saved_searches.create`: service and method in snake_case. Unique. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path with parameters in braces: `/api/v1/search/saved/{search_id}`. */
  readonly path: string;
  /** Names of the path parameters in order; each is a field of the request. */
  readonly pathParameters: readonly string[];
  /** `*`: fields that are not in the path come from the JSON body. Otherwise they come from the query string. */
  readonly body: '*' | undefined;
  /** The scope required of the credential, as `resource:verb`; undefined only for a public operation. */
  readonly scope: string | undefined;
  readonly project: ProjectScope;
  readonly agent: AgentAccess;
  /** Whether the response describes customers. */
  readonly personalData: boolean;
  /** Whether the answer has an entity tag. */
  readonly entityTag: boolean;
  /** Whether only the signed-in user can run it, who needs no scope. */
  readonly signedIn: boolean;
  /** Media type of a body that is handed on as it arrives; undefined for one that the gateway decodes. */
  readonly streamedBody: string | undefined;
  /** Whether the response is a stream of server-sent events. */
  readonly streams: boolean;
  /** 200, 201, 202 or 204; 204 responses have no body. */
  readonly successStatus: number;
  /** The `error` code of a malformed cursor. */
  readonly cursorError: ErrorCode;
  readonly service: DescService;
  readonly rpc: DescMethod;
  /** The message of the response: the output of the method, or the described message if the output is a Document. */
  readonly answer: DescMessage;
  /** Title in the reference: what a caller looks for, in a few words. */
  readonly title: string;
  /** First sentence of the proto comment, without the full stop. */
  readonly summary: string;
  /** The whole proto comment. */
  readonly description: string;
}
