import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { IssueImpact, type IssueImpactOccurrencesRequest, type IssueImpactReleasesRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { toTimestamp } from '@svc/reading/time';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { OccurrencesService } from './occurrences.service.js';

@RpcController(IssueImpact)
export class IssueImpactController implements Handlers<typeof IssueImpact> {
  constructor(
    private readonly service: OccurrencesService,
    private readonly readers: ProjectReaders,
  ) {}

  async occurrences(request: IssueImpactOccurrencesRequest, call: Call) {
    const { interval, total, points } = await this.service.occurrences(request, this.readers.open(call));
    return { interval, total, points: points.map(({ start, count }) => ({ timestamp: toTimestamp(start), count })) };
  }

  async releases({ issueId }: IssueImpactReleasesRequest, call: Call) {
    const found = await this.service.inReleases(issueId, this.readers.open(call));
    const { issue, releases, withoutRelease, isTruncated } = found;
    return {
      firstRelease: issue.firstRelease,
      lastRelease: issue.lastRelease,
      ...(issue.regressedRelease === null ? {} : { regressedIn: issue.regressedRelease }),
      releases: releases.map(({ name, deployedAt, total, first_time, last_time }) => ({
        release: name,
        ...(deployedAt ? { deployedAt: timestampFromDate(deployedAt) } : {}),
        count: BigInt(total),
        firstSeen: toTimestamp(BigInt(first_time)),
        lastSeen: toTimestamp(BigInt(last_time)),
      })),
      withoutRelease,
      truncated: isTruncated,
    };
  }
}
