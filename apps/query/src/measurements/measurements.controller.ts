import { Measurements, type MeasureRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { MeasurementsService } from './measurements.service.js';

/** Answers the alerting service, which measures on behalf of a project. */
@RpcController(Measurements)
export class MeasurementsController implements Handlers<typeof Measurements> {
  constructor(
    private readonly service: MeasurementsService,
    private readonly readers: ProjectReaders,
  ) {}

  async measure({ measurements }: MeasureRequest, { context, signal, deadlineMs }: Call) {
    const reader = this.readers.open({ project: context.project, signal, deadlineMs });
    return { results: await this.service.measure(measurements, reader) };
  }
}
