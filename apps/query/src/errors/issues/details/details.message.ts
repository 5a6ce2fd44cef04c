import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, timestampFromMs } from '@bufbuild/protobuf/wkt';
import type {
  ErrorEventSchema,
  ErrorExceptionSchema,
  IssueDetailsSchema,
  IssueForecastSchema,
  IssueHashSchema,
  IssueRecordingSchema,
  StackFrameSchema,
} from '@svc/contract';
import { NANOSECONDS_PER_MILLISECOND } from '@svc/reading/time';
import { readJson, type IssueHash, type IssuePlace, type Ticket } from '@svc/relational';
import type { Frame, GroupingComponent } from '@svc/stacks';
import type { FrameSymbolication } from '@svc/symbols';
import { toErrorEvent } from '../../events/error-event.message.js';
import type { Forecast } from '../escalation/forecast.js';
import { toFiguresMessage, toIssueFields } from '../issue.message.js';
import type { IssueDetails, IssueRecording, LatestEvent } from './details.service.js';

export function toDetailsMessage(details: IssueDetails): MessageInitShape<typeof IssueDetailsSchema> {
  const { issue, mergedFrom, figures, total, progress, latest, places, mergedSources, tickets } = details;
  return {
    ...toIssueFields(issue, progress),
    ...(figures && { figures: toFiguresMessage(figures) }),
    totalEvents: total.events,
    totalUsers: total.users,
    ...(latest && { latestEvent: toLatestEvent(latest, issue.id) }),
    symbolication: latest?.symbolication ?? 'none',
    places: places.map(toPlace),
    ...(issue.forecast !== null && { forecast: toForecast(readJson<Forecast>(issue.forecast)) }),
    mergedSources,
    mergedFrom,
    releases: [...new Set(places.map(({ release }) => release).filter((release) => release !== ''))],
    tickets: tickets.map(toTicket),
    recordings: details.recordings.map(toRecording),
  };
}

function toTicket({ id, provider, title, externalId, externalUrl, externalStatus, syncState }: Ticket) {
  return { id, provider, title, externalId, externalUrl, externalStatus, syncState };
}

function toRecording({ row, failed }: IssueRecording): MessageInitShape<typeof IssueRecordingSchema> {
  const firstMs = BigInt(row.first_ms);
  return {
    sessionId: row.session_id,
    distinctId: row.distinct_id,
    startedAt: timestampFromMs(Number(firstMs)),
    durationMs: BigInt(row.last_ms) - firstMs,
    offsetMs: failed / NANOSECONDS_PER_MILLISECOND - firstMs,
  };
}

function toPlace({ environment, service, release, firstSeen, lastSeen }: IssuePlace) {
  const seen = { firstSeen: timestampFromDate(firstSeen), lastSeen: timestampFromDate(lastSeen) };
  return { environment, serviceName: service, release, ...seen };
}

function toForecast({ current, evaluatedAt, ...figures }: Forecast): MessageInitShape<typeof IssueForecastSchema> {
  return { ...figures, current: BigInt(current), evaluatedAt: timestampFromDate(new Date(evaluatedAt)) };
}

function toLatestEvent(
  { row, exceptions, culprit }: LatestEvent,
  issueId: string,
): MessageInitShape<typeof ErrorEventSchema> {
  return {
    ...toErrorEvent(row, { issueId, culprit }),
    exceptions: exceptions.map(toException),
    rawStacktrace: row.stacktrace,
  };
}

function toException(exception: LatestEvent['exceptions'][number]): MessageInitShape<typeof ErrorExceptionSchema> {
  const { relation, type, message, frames } = exception;
  return { relation, type, message, frames: frames.map(toFrame) };
}

function toFrame(
  frame: Frame & { readonly symbolication?: FrameSymbolication },
): MessageInitShape<typeof StackFrameSchema> {
  const { function: name = '', module = '', file = '', line, column, inApp, context, raw = '', symbolication } = frame;
  return {
    function: name,
    module,
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    inApp,
    ...(context && { context: { before: [...context.before], line: context.line, after: [...context.after] } }),
    raw,
    ...(symbolication && { symbolication: { ...symbolication, tried: [...symbolication.tried] } }),
  };
}

export function toHashMessage(row: IssueHash): MessageInitShape<typeof IssueHashSchema> {
  const { method, components } = readJson<{
    readonly method: string;
    readonly components: readonly GroupingComponent[];
  }>(row.components);
  const { hash, assignedBy, originIssueId, groupingVersion, createdAt } = row;
  return {
    hash,
    assignedBy,
    originIssueId,
    groupingVersion,
    method,
    components: components.map(({ name, value, contributes, why }) => ({ name, value, contributes, why })),
    createdAt: timestampFromDate(createdAt),
  };
}
