import { ATTRIBUTES, CHANGES } from '../checks/change-checks.js';
import { scopesOf } from '../checks/check.js';
import { CHECKS } from '../checks/checks.js';
import { GROWTH } from '../checks/growth-check.js';
import { ONSET, REQUESTS, SEASONALITY, SYMPTOM } from '../checks/request-checks.js';
import { SETTINGS, toChanges } from '../checks/setting-check.js';
import { OPERATIONS, SERVICE_MAP, STEPS } from '../checks/trace-checks.js';
import { writeConclusion, writeHypotheses } from '../conclusion/write.js';
import { hashOf } from '../evidence/canonical.js';
import type { FactSource } from '../facts/fact-source.js';
import type { FactParameters, RequestBucket } from '../facts/facts.js';
import type { EngineEvent, EngineRequest, Evidence, InvestigationEngine } from '../model.js';
import { CHANGES_AFTER_MS, CHANGES_BEFORE_MS } from '../signals/change-fit.js';
import type { Turns } from '../turns.js';
import {
  earliestOnset,
  inBuckets,
  planWindows,
  shift,
  splitAtOnset,
  WEEK_MS,
  type ReadWindows,
} from '../windows/plan-windows.js';
import { Findings } from './findings.js';
import { performFurther } from './further-checks.js';
import { Run } from './run.js';
import { ofSubject, performOfSymptom, type OfSubject } from './symptom-checks.js';

/** The normal time that traces and logs are compared with, as a multiple of the abnormal time. */
const NORMAL_FACTOR = 3;
const MIN_NORMAL_MS = 10 * 60_000;

/** Looks for the cause of a symptom with a fixed order of checks: the cheapest and most telling first. */
export class EvidenceEngine implements InvestigationEngine {
  constructor(
    private readonly source: FactSource,
    private readonly turns: Turns,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  async *run(request: EngineRequest, signal: AbortSignal): AsyncGenerator<EngineEvent> {
    const run = new Run(this.source, request, signal, this.turns, this.monotonicMs);
    const { scope, now } = request;
    const windows = planWindows(scope, now);
    const { all, symptom, bucketMs } = windows;
    const base = {
      bucketMs,
      services: [...scope.services],
      ...(scope.environment !== undefined && { environment: scope.environment }),
    };
    const everything: FactParameters = { ...base, abnormal: all, normal: [] };
    const seen = yield* run.perform(SYMPTOM, { ...everything, abnormal: symptom }, everything);
    const hasRequests = seen.evidence.some(({ finding }) => finding === 'present');
    const earliest = scope.isWindowGiven ? symptom.start : earliestOnset(all, bucketMs);
    const search = { ...everything, normal: [{ start: all.start, end: earliest }] };
    const onset = onsetOf((yield* run.perform(ONSET, search, everything)).evidence);
    const start = onset ?? startWithout(request, windows, seen.facts ?? []);
    // Among many services something always changes: a window that the caller gives is compared as a whole, unless the services of
    // the symptom are known, whose change is that of the symptom.
    const isWhole = scope.isWindowGiven && scope.services.length === 0;
    const { abnormal, normal } = splitAtOnset(all, isWhole ? symptom.start : start, bucketMs);
    // A window that a person names is where to look. It is no measured onset.
    const hasOnset = onset !== undefined;
    const findings = new Findings(scope.services, { onset: start, hasOnset, hasRequests, bucketMs });
    const compared: FactParameters = { ...base, abnormal, normal: [normal] };
    const requests = yield* run.perform(REQUESTS, compared, everything);
    findings.hasNormal = requests.facts?.some(({ start: at, requests: sent }) => sent > 0 && at < normal.end) ?? true;
    const earlier = { ...compared, abnormal: shift(abnormal, -WEEK_MS), normal: [shift(normal, -WEEK_MS)] };
    findings.addRequests(requests.signals, (yield* run.perform(SEASONALITY, earlier)).signals);
    const length = Math.max(NORMAL_FACTOR * (abnormal.end - abnormal.start), MIN_NORMAL_MS);
    const sampled: FactParameters = {
      ...compared,
      normal: [{ start: Math.max(normal.start, normal.end - length), end: normal.end }],
    };
    const map = yield* run.perform(SERVICE_MAP, sampled);
    findings.addCalls(map.facts ?? [], map.signals);
    const operations = yield* run.perform(OPERATIONS, sampled);
    findings.addOperations(operations.facts ?? [], operations.signals);
    findings.add((yield* run.perform(STEPS, sampled)).signals);
    yield* this.#changes(run, findings, sampled, ofSubject(scope));
    yield* performFurther(run, findings, sampled, compared);
    yield* performOfSymptom(run, findings, sampled, ofSubject(scope));
    const suspects = findings.suspects();
    const judgement = findings.judge(run.notLookedAt);
    const { evidence } = run;
    const written = { judgement, suspects, evidence, onset, isSeasonal: findings.isSeasonal };
    yield { type: 'hypotheses', hypotheses: writeHypotheses(written) };
    yield { type: 'conclusion', conclusion: writeConclusion(written), ...(onset !== undefined && { onset }) };
  }

  async rerun(projectId: string, evidence: Evidence, signal: AbortSignal): Promise<Evidence | undefined> {
    const { check: name, parameters: asked } = evidence.query;
    const check = CHECKS.get(name);
    if (!check) return undefined;
    const { about: _about, ...rest } = asked;
    const parameters = rest as unknown as FactParameters;
    const first = Math.min(parameters.abnormal.start, ...parameters.normal.map(({ start }) => start));
    if (first < (await this.source.retentionStart(projectId, Date.now()))) return undefined;
    const startedAt = this.monotonicMs();
    const limits = { timeoutMs: RERUN_MS, bytes: RERUN_BYTES };
    const { facts, bytesRead } = await this.source.read(check.reading, { projectId, parameters, limits, signal });
    const durationMs = Math.round(this.monotonicMs() - startedAt);
    const source = { check: name, parameters, scopes: scopesOf(check, parameters), bytesRead, durationMs };
    const { evidence: found } = await check.interpret(facts, parameters, source, this.turns);
    return found.find(({ id }) => id === evidence.id) ?? noLonger(evidence, bytesRead, durationMs);
  }

  async *#changes(
    run: Run,
    findings: Findings,
    sampled: FactParameters,
    subject: OfSubject,
  ): AsyncGenerator<EngineEvent> {
    const { onset } = findings.time;
    const around = inBuckets({ start: onset - CHANGES_BEFORE_MS, end: onset + CHANGES_AFTER_MS }, sampled.bucketMs);
    const before = { ...sampled, abnormal: around, normal: [], services: [] };
    findings.addChanges((yield* run.perform(CHANGES, before)).facts ?? []);
    findings.addChanges(toChanges((yield* run.perform(SETTINGS, before)).facts?.changes ?? []));
    const looked = findings.servicesToCompare();
    if (looked.length === 0) return;
    const slowerThanMs = findings.slowerThanMs(looked);
    const parameters = {
      ...sampled,
      ...subject,
      services: looked,
      ...(slowerThanMs !== undefined && { slowerThanMs }),
    };
    const attributes = yield* run.perform(ATTRIBUTES, parameters);
    if (attributes.facts) findings.addAttributes(attributes.facts);
    const busier = looked.filter((name) => findings.isBusier(name));
    if (busier.length === 0) return;
    const shares = yield* run.perform(GROWTH, { ...sampled, services: busier });
    if (shares.facts) findings.addShares(shares.facts);
  }
}

/** Limits of evidence that is read again. */
const RERUN_MS = 10_000;
const RERUN_BYTES = 200_000_000;

/**
 * The start of the abnormal time if no onset was measured: that of the window. A project without requests before the hour that is looked at
 * because nobody named a window is compared with itself: the later half of what it has with the earlier one.
 */
function startWithout(
  { scope }: EngineRequest,
  { symptom, bucketMs }: ReadWindows,
  requests: readonly RequestBucket[],
): number {
  const first = requests.reduce((least, { start }) => Math.min(least, start), symptom.end);
  const hasNormal = earliestOnset({ start: first, end: symptom.end }, bucketMs) <= symptom.start;
  if (scope.isWindowGiven || hasNormal || requests.length === 0) return symptom.start;
  return Math.floor((first + symptom.end) / 2 / bucketMs) * bucketMs;
}

function onsetOf(evidence: readonly Evidence[]): number | undefined {
  const found = evidence.find(({ kind, finding }) => kind === 'onset' && finding === 'present')?.rows[0]?.['onset'];
  return typeof found === 'string' ? Date.parse(found) : undefined;
}

/** The check no longer finds what the evidence says. */
function noLonger(evidence: Evidence, bytesRead: number, durationMs: number): Evidence {
  return {
    ...evidence,
    finding: 'absent',
    title: `No longer found: ${evidence.title}`,
    rows: [],
    resultHash: hashOf({ finding: 'absent' }),
    query: { ...evidence.query, bytesRead, durationMs },
  };
}
