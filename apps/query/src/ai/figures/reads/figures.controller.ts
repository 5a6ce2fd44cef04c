import {
  LlmFigures,
  type LlmFiguresSeriesRequest,
  type LlmFiguresSummaryRequest,
  type LlmFiguresTopPersonsRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { FiguresService } from './figures.service.js';
import { toTopPersons } from './persons.message.js';
import { toSeries } from './series.message.js';
import { toSummary } from './summary.message.js';

@RpcController(LlmFigures)
export class FiguresController implements Handlers<typeof LlmFigures> {
  constructor(
    private readonly figures: FiguresService,
    private readonly readers: ProjectReaders,
  ) {}

  async summary(request: LlmFiguresSummaryRequest, call: Call) {
    return toSummary(await this.figures.summary(request, this.readers.open(call)));
  }

  async series(request: LlmFiguresSeriesRequest, call: Call) {
    const found = await this.figures.series(request, this.readers.open(call));
    return { interval: request.interval || '1h', series: toSeries(found) };
  }

  async topPersons(request: LlmFiguresTopPersonsRequest, call: Call) {
    return toTopPersons(await this.figures.topPersons(request, this.readers.open(call)));
  }
}
