import {
  getOption,
  hasOption,
  ScalarType,
  type DescField,
  type DescMessage,
  type DescMethod,
} from '@bufbuild/protobuf';
import { isErrorCode, ERROR_CODES, type ErrorCode } from '@svc/service-error';
import { http as httpOption } from './gen/google/api/annotations_pb.js';
import type { HttpRule } from './gen/google/api/http_pb.js';
import { DocumentSchema } from './gen/svc/v1/document_pb.js';
import {
  AgentClass,
  noun,
  policy as policyOption,
  ProjectRule,
  title as titleOption,
  type Policy,
} from './gen/svc/v1/policy_pb.js';
import { TIMESTAMP } from './json/supported.js';
import { snakeCase } from './naming.js';
import type { AgentAccess, HttpMethod, Operation, ProjectScope } from './operation.js';

/** An operation, or the problems of its declaration. */
export type OperationReading =
  | { readonly operation: Operation; readonly problems: readonly [] }
  | { readonly operation: undefined; readonly problems: readonly string[] };

const PATH_PREFIX = '/api/v1/';
const LITERAL = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SCOPE = /^[a-z_]+:[a-z_]+$/;
const SUCCESS_STATUSES = [200, 201, 202, 204];

const PROJECT_SCOPES: Readonly<Record<ProjectRule, ProjectScope | undefined>> = {
  [ProjectRule.UNSPECIFIED]: undefined,
  [ProjectRule.REQUIRED]: 'required',
  [ProjectRule.ORGANIZATION]: 'organization',
  [ProjectRule.PUBLIC]: 'public',
};

const AGENT_ACCESS: Readonly<Record<AgentClass, AgentAccess | undefined>> = {
  [AgentClass.UNSPECIFIED]: undefined,
  [AgentClass.READ]: 'read',
  [AgentClass.WRITE]: 'write',
  [AgentClass.NEVER]: 'never',
};

/** Whether a method only reads: HTTP offers it as GET. Such a call may be repeated. */
export function isRead(rpc: DescMethod): boolean {
  return hasOption(rpc, httpOption) && getOption(rpc, httpOption).pattern.case === 'get';
}

/**
 * Reads the declaration of one method. Defaults never grant access: an absent, unspecified or unknown value is a problem, so that
 * no operation is served by a guess.
 */
export function readOperation(rpc: DescMethod, comment: string): OperationReading {
  const problems: string[] = [];
  const refuse = (problem: string): undefined => void problems.push(problem);

  const rule = hasOption(rpc, httpOption) ? getOption(rpc, httpOption) : refuse('no google.api.http');
  const policy = hasOption(rpc, policyOption) ? getOption(rpc, policyOption) : refuse('no policy');
  const verb = rule && readVerb(rule, refuse);
  const pathParameters = (verb && readPath(verb.path, rpc.input, refuse)) ?? [];
  const streamedBody = policy?.streamedBody || undefined;
  const body = rule && verb && readBody(rule, verb.method, streamedBody, refuse);
  const terms = policy && readPolicy(policy, rpc, refuse);
  if (rpc.methodKind === 'client_streaming' || rpc.methodKind === 'bidi_streaming')
    refuse('HTTP cannot stream requests');
  const streams = rpc.methodKind === 'server_streaming';
  if (streams) readEvents(rpc.output, verb?.method, refuse);
  const title = getOption(rpc, titleOption);
  if (title === '') refuse('no title');
  if (comment === '') refuse('no comment to document it');
  const answer = policy && readAnswer(policy, rpc, refuse);
  if (verb && !body) readQuery(rpc.input, pathParameters, refuse);

  if (!verb || !terms || !answer || problems.length > 0) return { operation: undefined, problems };
  const [summary = ''] = comment.split(/\.(?:\s|$)/, 1);
  const id = `${getOption(rpc.parent, noun) || snakeCase(rpc.parent.name)}.${snakeCase(rpc.name)}`;
  const operation = {
    id,
    ...verb,
    pathParameters,
    body,
    streamedBody,
    ...terms,
    streams,
    service: rpc.parent,
    rpc,
    answer,
    title,
    summary,
    description: comment,
  };
  return { operation, problems: [] };
}

type Refuse = (problem: string) => undefined;

function readVerb(rule: HttpRule, refuse: Refuse): { method: HttpMethod; path: string } | undefined {
  if (rule.additionalBindings.length > 0) return refuse('additional_bindings are not served');
  if (rule.responseBody !== '') return refuse('response_body is not served');
  const { case: verb, value } = rule.pattern;
  if (verb === undefined || verb === 'custom') return refuse('no HTTP method and path');
  return { method: METHODS[verb], path: value };
}

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

function readPath(path: string, input: DescMessage, refuse: Refuse): string[] | undefined {
  if (!path.startsWith(PATH_PREFIX)) return refuse(`the path does not start with ${PATH_PREFIX}`);
  const names: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    const name = /^\{([a-z0-9_]+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      if (!LITERAL.test(segment)) refuse(`path segment "${segment}" is neither a word nor a {field}`);
      continue;
    }
    const field = fieldNamed(input, name);
    if (!field) refuse(`path parameter {${name}} is no field of ${input.name}`);
    else if (field.scalar !== ScalarType.STRING || field.fieldKind !== 'scalar' || field.oneof) {
      refuse(`path parameter {${name}} is not a plain string`);
    }
    if (names.includes(name)) refuse(`path parameter {${name}} appears twice`);
    names.push(name);
  }
  return names;
}

/** DELETE may take a body, for a proof such as a password, which must not stand in an address. */
function readBody(
  rule: HttpRule,
  method: HttpMethod,
  streamedBody: string | undefined,
  refuse: Refuse,
): '*' | undefined {
  if (method === 'DELETE' && rule.body === '*') return '*';
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  if (!takesBody && streamedBody !== undefined) return refuse(`${method} streams no body`);
  // The parameters of a streamed file are in the query string.
  const isFile = streamedBody !== undefined && streamedBody !== 'application/json';
  if (!takesBody || isFile) return rule.body === '' ? undefined : refuse(`${method} takes no body`);
  return rule.body === '*' ? '*' : refuse(`the body of ${method} must be "*"`);
}

/** A query string is flat. `project_id` selects the project and is never part of the request message. */
function readQuery(input: DescMessage, pathParameters: readonly string[], refuse: Refuse): void {
  for (const field of input.fields) {
    if (pathParameters.includes(field.name)) continue;
    if (field.name === 'project_id') refuse('project_id in the query selects the project and cannot be a field');
    if (!isFlat(field)) refuse(`${field.name} cannot be written in a query string`);
  }
}

function isFlat(field: DescField): boolean {
  return field.fieldKind !== 'map' && (field.message === undefined || field.message.typeName === TIMESTAMP);
}

/** A server-sent event has an ID, a name and data: the field `id`, and the case and message of the only oneof. */
function readEvents(output: DescMessage, method: HttpMethod | undefined, refuse: Refuse): void {
  if (method !== 'GET') refuse('only GET is answered by events');
  const id = fieldNamed(output, 'id');
  const [events, ...otherOneofs] = output.oneofs;
  const isEvent =
    id?.scalar === ScalarType.STRING &&
    events !== undefined &&
    otherOneofs.length === 0 &&
    events.fields.every(({ message }) => message !== undefined) &&
    output.fields.length === events.fields.length + 1;
  if (!isEvent) refuse('a streamed answer has a string id and one oneof of messages, and nothing else');
}

function readPolicy(policy: Policy, rpc: DescMethod, refuse: Refuse): PolicyTerms | undefined {
  const project = PROJECT_SCOPES[policy.project] ?? refuse('the project rule is unspecified');
  const agent = AGENT_ACCESS[policy.agent] ?? refuse('the agent class is unspecified');
  const scope = policy.scope === '' ? undefined : policy.scope;
  if (scope !== undefined && !SCOPE.test(scope)) refuse('the scope is not resource:verb');
  if (project === 'public' && scope !== undefined) refuse('a public operation has no scope');
  if (policy.signedIn && (scope !== undefined || project !== 'organization')) {
    refuse('an operation of the signed-in user has no scope, and concerns no project');
  }
  if (project !== undefined && project !== 'public' && !policy.signedIn && scope === undefined)
    refuse('the scope is missing');

  const successStatus = policy.successStatus === 0 ? 200 : policy.successStatus;
  if (!SUCCESS_STATUSES.includes(successStatus)) refuse('the success status is unknown');
  if ((successStatus === 204) !== (rpc.output.fields.length === 0)) {
    refuse('204 belongs to an empty answer, and an empty answer to 204');
  }

  const cursorError = readCursorError(policy.cursorError, rpc.input, refuse);
  const { personalData, signedIn, entityTag } = policy;
  const known = { scope, signedIn, entityTag, successStatus, personalData };
  return project && agent && cursorError && { ...known, project, agent, cursorError };
}

/** A Document does not declare its shape; the policy names the message that does. */
function readAnswer({ document }: Policy, rpc: DescMethod, refuse: Refuse): DescMessage | undefined {
  const isDocument = rpc.output.typeName === DocumentSchema.typeName;
  if (isDocument !== (document !== '')) return refuse('a Document names what describes it, and nothing else does');
  if (!isDocument) return rpc.output;
  const described = rpc.parent.file.messages.find(({ name }) => name === document);
  return described ?? refuse(`${document} is no message of the file`);
}

type PolicyTerms = Pick<
  Operation,
  'project' | 'agent' | 'scope' | 'signedIn' | 'entityTag' | 'successStatus' | 'cursorError' | 'personalData'
>;

function readCursorError(code: string, input: DescMessage, refuse: Refuse): ErrorCode | undefined {
  if (code === '') return 'invalid_request';
  if (!fieldNamed(input, 'cursor')) return refuse('cursor_error without a cursor');
  return isErrorCode(code) && ERROR_CODES[code].http === 400 ? code : refuse('cursor_error is no code of status 400');
}

function fieldNamed(message: DescMessage, name: string): DescField | undefined {
  return message.fields.find((field) => field.name === name);
}
