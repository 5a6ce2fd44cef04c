import {
  Search,
  type SearchCorrelateRequest,
  type SearchFiltersRequest,
  type SearchUnifiedRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toCorrelation } from './correlate/correlate.message.js';
import { CorrelateService } from './correlate/correlate.service.js';
import { toFiltersResponse } from './filters/filters.message.js';
import { FiltersService } from './filters/filters.service.js';
import { toUnifiedResponse } from './unified/unified.message.js';
import { UnifiedService } from './unified/unified.service.js';

@RpcController(Search)
export class SearchController implements Handlers<typeof Search> {
  constructor(
    private readonly everything: UnifiedService,
    private readonly related: CorrelateService,
    private readonly values: FiltersService,
    private readonly readers: ProjectReaders,
  ) {}

  async unified(request: SearchUnifiedRequest, call: Call) {
    return toUnifiedResponse(await this.everything.search(request, this.readers.open(call)));
  }

  async correlate(request: SearchCorrelateRequest, call: Call) {
    return toCorrelation(await this.related.correlate(request, this.readers.open(call)));
  }

  async filters(request: SearchFiltersRequest, call: Call) {
    return toFiltersResponse(await this.values.values(request, this.readers.open(call)));
  }
}
