import type { DescMessage, DescMethod, DescService } from '@bufbuild/protobuf';
import type { ErrorCode } from '@svc/errors';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `required`: exactly one project. `organization`: the organization is enough. `public`: no credential at all. */
export type ProjectScope = 'required' | 'organization' | 'public';

/** What an AI agent may do with the operation; `never` hides it from agents. */
export type AgentAccess = 'read' | 'write' | 'never';

/** One operation of the REST interface, read from its descriptor. */
export interface Operation {
  /** `saved_searches.create`: service and method in snake_case. Unique. */
  readonly id: string;
  readonly method: HttpMethod;
  /** With parameters in braces: `/api/v1/search/saved/{search_id}`. */
  readonly path: string;
  /** Names of the path's parameters, which are fields of the request, in order. */
  readonly pathParameters: readonly string[];
  /** `*`: every field that is not in the path comes from the JSON body. Otherwise they come from the query string. */
  readonly body: '*' | undefined;
  /** `resource:verb` the credential must carry; undefined only for a public operation. */
  readonly scope: string | undefined;
  readonly project: ProjectScope;
  readonly agent: AgentAccess;
  /** The answer is a stream of server-sent events instead of one message. */
  readonly streams: boolean;
  /** 200, 201, 202 or 204; 204 answers without a body. */
  readonly successStatus: number;
  /** The `error` of a malformed cursor. */
  readonly cursorError: ErrorCode;
  readonly service: DescService;
  readonly rpc: DescMethod;
  /** What the answer looks like: the output of the method, or what describes it where that is a Document. */
  readonly answer: DescMessage;
  /** First sentence of the proto comment, without its full stop. */
  readonly summary: string;
  /** The whole proto comment. */
  readonly description: string;
}
