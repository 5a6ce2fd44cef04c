import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, type Timestamp } from '@bufbuild/protobuf/wkt';
import type { DeployImpactSchema, DeployWindowSchema, ReleaseSchema } from '@svc/contract';
import { toTimestamp, type TimeRange } from '@svc/reading/time';
import type { DeployImpact } from './impact/deploy-impact.service.js';
import type { WindowFigures } from './impact/deploy-verdict.js';
import type { ReleaseRecord } from './release-directory.js';

export function toRelease(record: ReleaseRecord): MessageInitShape<typeof ReleaseSchema> {
  const { release: row, newIssues, regressedIssues, errors, crashFree, deploy } = record;
  const { id, release, author, commit, ref, url } = row;
  return {
    id,
    release,
    author,
    commit,
    ref,
    url,
    ...optionalTime('deployedAt', row.deployedAt),
    ...optionalTime('firstSeen', row.firstSeen),
    ...optionalTime('lastSeen', row.lastSeen),
    createdAt: timestampFromDate(row.createdAt),
    newIssueCount: BigInt(newIssues),
    regressedIssueCount: BigInt(regressedIssues),
    errorCount: errors,
    crashFree,
    ...(deploy ? { deploy: toDeploy(deploy) } : {}),
  };
}

function optionalTime<Name extends string>(name: Name, time: Date | null): { readonly [K in Name]?: Timestamp } {
  return time ? ({ [name]: timestampFromDate(time) } as { readonly [K in Name]: Timestamp }) : {};
}

function toDeploy(impact: DeployImpact): MessageInitShape<typeof DeployImpactSchema> {
  const { windows, before, after, services, ...verdict } = impact;
  return {
    ...verdict,
    services: [...services],
    windowSeconds: BigInt(windows.minutes) * 60n,
    before: toWindow(windows.before, before),
    after: toWindow(windows.after, after),
  };
}

const toWindow = ({ from, to }: TimeRange, figures: WindowFigures): MessageInitShape<typeof DeployWindowSchema> => ({
  startTime: toTimestamp(from),
  endTime: toTimestamp(to),
  ...figures,
});
