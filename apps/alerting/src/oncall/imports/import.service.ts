import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { SchedulesImportRequest, SchedulesImportResponseSchema } from '@svc/contract';
import type { OncallSchedule } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, EventLoopYielder, type Clock } from '@svc/runtime';
import type { ImportedSchedule, ReportEntry, ScheduleFormat, ScheduleImport } from '@svc/schedule-import';
import { ServiceError } from '@svc/service-error';
import { MembersRepository } from '../members.repository.js';
import { toScheduleMessage, toUnstoredMessage } from '../schedule.message.js';
import { assign, leftOut, type AssignedSchedule, type UserOf } from './assign.js';
import { ImportPreviewService } from './import-preview.service.js';
import { ImportRepository } from './import.repository.js';
import { matchPeople, unmatched, type MatchedPerson } from './people.js';
import { TranslationThread } from './translation-thread.js';

/** People of a document. */
const MAX_PEOPLE = 1_000;
/** Schedules of a document, as of a project. */
const MAX_SCHEDULES = 100;
/** Overrides of a schedule. */
const MAX_OVERRIDES = 500;
/** Parts in the report of a response: more would take too long to write at once. */
const MAX_PARTS = 2_000;
/** Characters of a text of the document that the response repeats. */
const MAX_TEXT = 200;

@Injectable()
export class ImportService {
  constructor(
    private readonly thread: TranslationThread,
    private readonly members: MembersRepository,
    private readonly imports: ImportRepository,
    private readonly previews: ImportPreviewService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async import(
    { context, project }: Call,
    request: SchedulesImportRequest,
  ): Promise<MessageInitShape<typeof SchedulesImportResponseSchema>> {
    const { dryRun, leaveOutUnmatched, document, people: mappings } = request;
    const nowMs = this.clock();
    const translation = { format: request.from as ScheduleFormat, document, nowMs };
    const translated = await this.thread.translate(project.id, translation);
    checkSize(translated);
    const texts = [...translated.people.map(({ person }) => person), ...mappings.map(({ user }) => user)];
    const members = await this.members.findBy(context.organizationId, texts);
    const people = matchPeople(translated.people, mappings, members);
    const missing = people.filter(({ member }) => !member);
    if (missing.length > 0 && !leaveOutUnmatched && !dryRun) throw unmatched(missing);

    const users = new Map(
      people.map(({ person, member }) => [person, member?.userId ?? (leaveOutUnmatched ? undefined : person)]),
    );
    const schedules = await assignAll(translated.schedules, (person) => users.get(person));
    const owner = { projectId: project.id, createdBy: context.principalId, nowMs };
    const rows = dryRun ? [] : await this.imports.insert(schedules, owner);
    const names = new Map(members.map(({ userId, name }) => [userId, name]));
    const previews = await this.previews.preview(schedules, names, nowMs);
    return {
      dryRun,
      schedules: previews.map((preview, index) => ({
        schedule: toMessage(rows[index], schedules[index], project.id),
        ...preview,
      })),
      people: people.map(toPersonMessage),
      report: toReport([...(leaveOutUnmatched ? missing.map(leftOut) : []), ...translated.report]),
    };
  }
}

/** @throws ServiceError payload_too_large or quota_exceeded. */
function checkSize({ schedules, people }: ScheduleImport): void {
  const tooMany = (message: string) => new ServiceError('quota_exceeded', { message });
  if (people.length > MAX_PEOPLE) throw tooMany(`A document can name ${MAX_PEOPLE} people.`);
  if (schedules.length > MAX_SCHEDULES) throw tooMany(`A project can have ${MAX_SCHEDULES} schedules.`);
  if (schedules.some(({ overrides }) => overrides.length > MAX_OVERRIDES))
    throw tooMany(`A schedule can have ${MAX_OVERRIDES} overrides.`);
}

async function assignAll(imported: readonly ImportedSchedule[], userOf: UserOf): Promise<AssignedSchedule[]> {
  const yielder = new EventLoopYielder(1);
  const assigned: AssignedSchedule[] = [];
  for (const [index, schedule] of imported.entries()) {
    assigned.push(...[assign(schedule, userOf, index)].filter((found) => found !== undefined));
    if (yielder.isDue()) await yielder.yield();
  }
  return assigned;
}

function toMessage(row: OncallSchedule | undefined, schedule: AssignedSchedule | undefined, projectId: string) {
  if (row) return toScheduleMessage(row);
  return schedule && toUnstoredMessage({ ...schedule, projectId });
}

function toPersonMessage({ person, member, matchedBy, path, line }: MatchedPerson) {
  return {
    person,
    matchedBy,
    ...(member && { userId: member.userId, name: member.name }),
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
  };
}

/** The first parts; the last entry counts those that follow. */
function toReport(entries: readonly ReportEntry[]) {
  const more = entries.length - MAX_PARTS;
  const why = `The response has room for ${MAX_PARTS} parts, and ${more} follow: import fewer schedules at once to see them.`;
  const rest: ReportEntry[] = more > 0 ? [{ what: 'further parts', outcome: 'changed', why }] : [];
  return [...entries.slice(0, MAX_PARTS), ...rest].map(toPart);
}

function toPart({ what, ...entry }: ReportEntry) {
  const text = Array.from(what);
  return { ...entry, what: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).join('')}…` : what };
}
