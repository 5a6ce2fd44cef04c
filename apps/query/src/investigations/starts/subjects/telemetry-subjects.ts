import { Inject, Injectable } from '@nestjs/common';
import type { Window } from '@svc/investigations';
import { ProjectReaders } from '@svc/reading/project-reader';
import { fromMilliseconds } from '@svc/reading/time';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { PersonDirectory } from '../../../customers/index.js';
import { TracesService } from '../../../telemetry/index.js';
import { selectServicesOfPerson } from './person-services.query.js';
import { windowOf, type FoundSubject } from './subject.js';

const TRACE_ID = /^[0-9a-f]{32}$/i;
const HOUR_MS = 3_600_000;
const NANOSECONDS = 1_000_000n;
/** Services of one trace, those with the most time of their own first; of a person, those with most failed requests first. */
const MAX_SERVICES = 20;

/** Finds the subjects that are in the column store. */
@Injectable()
export class TelemetrySubjects {
  constructor(
    private readonly traces: TracesService,
    private readonly persons: PersonDirectory,
    private readonly readers: ProjectReaders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async trace(ref: string, call: Call): Promise<FoundSubject | undefined> {
    if (!TRACE_ID.test(ref)) return undefined;
    const found = await orUndefined(this.traces.stats(ref, this.readers.open(call)));
    if (!found) return undefined;
    const { id, extent, stats } = found;
    const window = windowOf(toDate(extent.from), toDate(extent.to), this.clock());
    const services = stats.services.map(({ service }) => service).filter((service) => service !== '');
    return { type: 'trace', ref: id, scope: { window, services: services.slice(0, MAX_SERVICES), traceId: id } };
  }

  /** The last hour in which the person was seen, in the services that answered the person, or those of them that failed. */
  async person(ref: string, call: Call): Promise<FoundSubject | undefined> {
    const found = await orUndefined(this.persons.find(ref, this.readers.open(call)));
    if (!found) return undefined;
    const lastSeen = Number(found.lastSeen / NANOSECONDS);
    const window = windowOf(new Date(lastSeen - HOUR_MS), new Date(lastSeen + 1), this.clock());
    const services = await this.#servicesOf(found.canonical, window, call);
    return { type: 'person', ref: found.canonical, scope: { window, services, personId: found.canonical } };
  }

  /** All services are looked at by a caller who may not read spans, and if there are too many spans to find those of the person. */
  async #servicesOf(canonical: string, { start, end }: Window, call: Call): Promise<string[]> {
    if (!call.context.scopes.includes('traces:read')) return [];
    const reader = this.readers.open(call);
    const range = { from: fromMilliseconds(start), to: fromMilliseconds(end) };
    try {
      const rows = await reader.rows(selectServicesOfPerson(reader.scope, canonical, range, MAX_SERVICES));
      const failed = rows.filter(({ errors }) => errors !== '0');
      return (failed.length > 0 ? failed : rows).map(({ service }) => service);
    } catch (error) {
      if (error instanceof ServiceError && (error.code === 'query_too_expensive' || error.code === 'timeout'))
        return [];
      throw error;
    }
  }
}

const toDate = (ns: bigint): Date => new Date(Number(ns / NANOSECONDS));

async function orUndefined<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined;
    throw error;
  }
}
