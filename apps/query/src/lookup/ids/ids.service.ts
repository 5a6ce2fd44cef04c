import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { attempt, type AttemptResult } from '../../telemetry/index.js';
import { CustomerFinders } from './finders/customer-finders.js';
import type { Finder } from './finders/finder.js';
import { RecordFinders } from './finders/record-finders.js';
import { TelemetryFinders } from './finders/telemetry-finders.js';
import { KIND_SCOPES, KINDS, MAX_MATCHES, type Kind, type Match } from './kinds.js';
import { readClues, type Clue } from './read-clues.js';

export interface LookedUp extends AttemptResult<Match> {
  readonly kind: Kind;
}

export interface Resolution {
  /** The answers by kind; a kind that could not be looked up has its error. */
  readonly outcomes: readonly LookedUp[];
  /** The scopes of kinds that were left out, sorted. */
  readonly omitted: readonly string[];
}

/** Looks a text up as the ID of every kind of record that its reader may read. */
@Injectable()
export class IdsService {
  readonly #finders: Readonly<Record<Kind, Finder>>;

  constructor(telemetry: TelemetryFinders, records: RecordFinders, customers: CustomerFinders) {
    const { trace, span, log, agent_run, session } = telemetry;
    const { issue, incident, alert, anomaly, flag } = records;
    const { person, account } = customers;
    this.#finders = { trace, span, log, issue, incident, alert, anomaly, agent_run, session, person, account, flag };
  }

  /** @throws ServiceError if no kind could be looked up: the error of the first one. */
  async resolve(text: string, scopes: readonly string[], reader: ProjectReader): Promise<Resolution> {
    const clues = readClues(text);
    const possible = KINDS.filter((kind) => clues.some(({ kinds }) => kinds.includes(kind)));
    const readable = possible.filter((kind) => scopes.includes(KIND_SCOPES[kind]));
    const missing = possible.map((kind) => KIND_SCOPES[kind]).filter((scope) => !scopes.includes(scope));
    const outcomes = await Promise.all(readable.map((kind) => this.#lookUp(kind, clues, reader)));
    const [first] = outcomes;
    if (first?.error && outcomes.every(({ error }) => error)) throw first.error;
    return { outcomes, omitted: [...new Set(missing)].toSorted() };
  }

  async #lookUp(kind: Kind, clues: readonly Clue[], reader: ProjectReader): Promise<LookedUp> {
    const ofKind = clues.filter(({ kinds }) => kinds.includes(kind));
    const outcome = await attempt(async () => {
      const each = await Promise.all(ofKind.map((clue) => this.#finders[kind](clue, reader)));
      const byPath = new Map(each.flatMap(({ found }) => found.map((match) => [match.path, match] as const)));
      const found = [...byPath.values()].slice(0, MAX_MATCHES);
      return { found, isTruncated: found.length < byPath.size || each.some(({ isTruncated }) => isTruncated) };
    });
    return { kind, ...outcome };
  }
}
