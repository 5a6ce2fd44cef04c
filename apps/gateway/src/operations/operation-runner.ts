import type { Message } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import { readParameterObject, type JsonObject, type Operation } from '@svc/contract';
import type { Project } from '@svc/relational';
import { invalidField } from '@svc/service-error';
import { Admission } from '../admission/admission.js';
import { toCallContext, toPublicContext, type RequestSource } from '../admission/call-context.js';
import type { ProjectSelectors } from '../admission/project-gate.js';
import { Audit, type OperationAnswer } from '../audit/audit.js';
import type { Credential } from '../workspace/keys/credential.js';
import type { OperationCall } from './operation-call.js';
import type { OperationClients } from './operation-clients.js';
import { withIdempotencyKey } from './operation-request.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from './operations-options.js';
import { ShortNames } from './short-names.js';

/** Injection token of the clients that answer operations. */
export const OPERATION_CLIENTS = Symbol('OperationClients');

const TIMEOUT_MS = deadline(30_000);
const PROJECT_FIELD = 'project_id';

/** A request whose message is decoded, before its call. */
export interface DecodedRequest {
  readonly operation: Operation;
  readonly message: Message;
  /** Values of the path by parameter; short names among them are replaced. */
  readonly target: Record<string, string>;
  readonly source: RequestSource;
  /** Absent for a public operation. */
  readonly caller?: { readonly credential: Credential; readonly project: Project | undefined };
  /** Aborts when the caller leaves. */
  readonly leaving: AbortController;
}

/** A sender that runs operations by their IDs, such as an agent that calls a tool. */
export interface OperationSender {
  readonly credential: Credential;
  /** The request that the calls belong to; the audit log names it. */
  readonly source: RequestSource;
  /** Selectors of the project in that request; parameters may name the same one. */
  readonly selectors: ProjectSelectors;
  /** The key with which an operation that demands one is repeated safely. */
  readonly idempotencyKey: string;
  readonly leaving: AbortController;
}

/** Runs operations for callers that are admitted: resolves short names, writes the entry of the audit log, and calls the owner. */
@Injectable()
export class OperationRunner {
  constructor(
    private readonly admission: Admission,
    private readonly audit: Audit,
    private readonly shortNames: ShortNames,
    @Inject(OPERATION_CLIENTS) private readonly clients: OperationClients,
    @Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions,
  ) {}

  /** Completes a decoded request to a call. */
  async prepare({ operation, message, target, source, caller, leaving }: DecodedRequest): Promise<OperationCall> {
    const { timeoutMs = TIMEOUT_MS } = this.options;
    const { signal } = leaving;
    if (!caller) {
      return {
        operation,
        message,
        target,
        source,
        leaving,
        options: { context: toPublicContext(source), signal, timeoutMs },
      };
    }
    const { credential, project } = caller;
    if (project) await this.shortNames.resolve(project.id, message, target);
    const context = toCallContext(source, credential, project, operation.scope?.split(':')[0]);
    return { operation, message, target, source, leaving, options: { context, signal, timeoutMs } };
  }

  /** Runs a call. @param work answers it, if not the owner of the operation alone does. */
  run(call: OperationCall, work: () => Promise<OperationAnswer> = () => this.#call(call)): Promise<OperationAnswer> {
    const { operation, message, target, source, options } = call;
    if (operation.project === 'public') return work();
    return this.audit.run({ operation, context: options.context, message, target, via: source.via }, work);
  }

  /**
   * Runs an operation with all its parameters in one object, as an HTTP request with the same parameters would run: by the same scopes,
   * project, limits, rules, short names and audit log.
   *
   * @throws ServiceError as the HTTP request.
   */
  async runParameters(operation: Operation, parameters: JsonObject, sender: OperationSender): Promise<Message> {
    const { credential, source, leaving } = sender;
    const { fields, selectors } = separateProject(operation, parameters, sender.selectors);
    const target = readPathTarget(operation, fields);
    const project = await this.admission.admitOperation(operation, {
      credential,
      request: { ...source, target },
      selectors,
      body: fields,
    });
    const body = withIdempotencyKey(operation, sender.idempotencyKey, fields);
    const message = readParameterObject(operation, body);
    const caller = { credential, project };
    const call = await this.prepare({ operation, message, target, source, caller, leaving });
    const answer = await this.run(call);
    if (answer === undefined || Symbol.asyncIterator in answer) throw new Error(`${operation.id} streams`);
    return answer;
  }

  #call({ operation, message, options }: OperationCall): Promise<Message> {
    return this.clients.call(operation, message, options);
  }
}

/** In an HTTP request `project_id` stands in the query string, apart from the parameters of most operations. */
function separateProject(
  operation: Operation,
  parameters: JsonObject,
  selectors: ProjectSelectors,
): { readonly fields: JsonObject; readonly selectors: ProjectSelectors } {
  const { [PROJECT_FIELD]: projectId = '', ...rest } = parameters;
  if (typeof projectId !== 'string') throw invalidField(PROJECT_FIELD, 'must be a string');
  const isField = operation.rpc.input.fields.some(({ name }) => name === PROJECT_FIELD);
  if (operation.project !== 'required' && isField) return { fields: parameters, selectors };
  const named = projectId === '' ? '' : `${PROJECT_FIELD}=${encodeURIComponent(projectId)}`;
  const rawQuery = [selectors.rawQuery, named].filter((part) => part !== '').join('&');
  return { fields: isField ? parameters : rest, selectors: { rawQuery, header: selectors.header } };
}

function readPathTarget({ pathParameters }: Operation, fields: JsonObject): Record<string, string> {
  return Object.fromEntries(
    pathParameters.flatMap((name) => {
      const value = fields[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
