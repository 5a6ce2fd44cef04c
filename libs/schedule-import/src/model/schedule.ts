import type { ReportEntry } from './report.js';

/** Body of a schedule as the API takes it, whose users are people that are not mapped to members yet. */
export interface ScheduleBody {
  readonly name: string;
  readonly time_zone: string;
  readonly layers: readonly LayerBody[];
}

export interface LayerBody {
  readonly name: string;
  /** E-mail addresses; names, or IDs of the other product, if there are none. */
  readonly users: readonly string[];
  readonly rotation_length: string;
  readonly start_at: string;
  readonly end_at?: string;
  readonly restrictions?: readonly RestrictionBody[];
}

export interface RestrictionBody {
  readonly type: 'daily' | 'weekly';
  readonly start_day?: string;
  readonly start_time: string;
  readonly end_day?: string;
  readonly end_time: string;
}

/** An override, in the order in which they are to be created. Its user is a person who is not mapped to a member yet. */
export interface OverrideBody {
  readonly user_id: string;
  readonly start: string;
  readonly end: string;
}

/** A schedule to create. People who are on duty at the same time are in several schedules, which a level of a policy names together. */
export interface ImportedSchedule {
  readonly schedule: ScheduleBody;
  readonly overrides: readonly OverrideBody[];
}

/** A person of the layers and overrides, and the first part of the source that names the person. */
export interface ImportedPerson {
  /** The e-mail address; the name, or the ID of the other product, if there is none. */
  readonly person: string;
  readonly path?: string;
  readonly line?: number;
}

export interface ScheduleImport {
  readonly schedules: readonly ImportedSchedule[];
  /** All people of the layers and overrides, each once. */
  readonly people: readonly ImportedPerson[];
  readonly report: readonly ReportEntry[];
}
