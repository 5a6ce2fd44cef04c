import {
  JaegerQuery,
  type JaegerQueryDependenciesRequest,
  type JaegerQueryFindRequest,
  type JaegerQueryGetRequest,
  type JaegerQueryOperationsRequest,
  type JaegerQueryServicesRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { kindName } from '@svc/reading/signals';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { JaegerService } from './jaeger.service.js';

/** Answers the gateway, which serves the query interface of Jaeger. */
@RpcController(JaegerQuery)
export class JaegerController implements Handlers<typeof JaegerQuery> {
  constructor(
    private readonly service: JaegerService,
    private readonly readers: ProjectReaders,
  ) {}

  async services(_: JaegerQueryServicesRequest, call: Call) {
    return { services: await this.service.services(this.#open(call)) };
  }

  async operations({ service, kind }: JaegerQueryOperationsRequest, call: Call) {
    const rows = await this.service.operations(service, kind, this.#open(call));
    return {
      operations: rows.map((row) => ({ name: row.operation, kind: row.kind === 0 ? '' : kindName(row.kind) })),
    };
  }

  find(request: JaegerQueryFindRequest, call: Call) {
    return Promise.resolve(this.service.find(request, this.#open(call)));
  }

  get(request: JaegerQueryGetRequest, call: Call) {
    return Promise.resolve(this.service.get(request, this.#open(call)));
  }

  async dependencies(request: JaegerQueryDependenciesRequest, call: Call) {
    return { dependencies: await this.service.dependencies(request, this.#open(call)) };
  }

  #open({ context, signal, deadlineMs }: Call) {
    return this.readers.open({ project: context.project, signal, deadlineMs });
  }
}
