import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { findProjectsByNumber, findReplaySettings, holdProject } from '@svc/directory';
import type { ObjectStore } from '@svc/objects';
import type { Egress } from '@svc/outbound';
import type { ProjectIdentity } from '@svc/reading/statement';
import { assetKey, type RecordedSession } from '@svc/recordings';
import type { Relational, Transaction } from '@svc/relational';
import type { AssetKind, WantedAsset } from '@svc/replay';
import { CLOCK, OBJECT_STORE, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue, Jobs, Queue, type JobContext, type JobHandler } from '@svc/work';
import { REPLAY_EGRESS } from '../../egress.module.js';
import { RecordingThread } from '../thread/recording-thread.js';
import type { AssetNeed } from '../thread/style-text.js';
import { AssetIndex, lockCopies, type AssetRow } from './asset-index.js';
import { pinOf } from './asset-pin.js';
import { AssetError, fetchAsset, MAX_ASSET_BYTES } from './fetch-asset.js';
import { isAllowed, wantAssets } from './want-assets.js';

/** A project that has files to fetch. */
export interface MirroredProject {
  readonly projectNumber: number;
}

export const RECORDING_ASSETS = new Queue<MirroredProject>({
  name: 'recording-assets',
  concurrency: 2,
  share: 1,
  pollMs: 5_000,
  backoff: { baseMs: 5_000, maxMs: 600_000 },
});

const DAY_MS = 86_400_000;
/** Files that an attempt at a job fetches, and how many of them at the same time. */
const FILES = { ofJob: 40, parallel: 4 } as const;
/** What a project may fetch in an hour, and the bytes of all of its copies. */
export const MIRROR_LIMITS = { filesPerHour: 1_000, bytes: 2 * 1024 ** 3 } as const;
/** When to look again whether an hour has passed. */
const PAUSE_MS = 5 * 60_000;

type Fence = JobContext<MirroredProject>['fence'];

/** Keeps copies of what recordings need of the origins that a project allows, pinned to the release of the page. */
@Injectable()
export class AssetMirror implements JobHandler<MirroredProject> {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(REPLAY_EGRESS) private readonly egress: Egress,
    private readonly index: AssetIndex,
    private readonly thread: RecordingThread,
    private readonly jobs: Jobs,
  ) {
    jobs.register(RECORDING_ASSETS, this);
  }

  /** Notes what a recording needs. @param fence rejects if another process has taken over the recording. */
  async want(session: RecordedSession, projectId: string, assets: readonly WantedAsset[], fence: Fence): Promise<void> {
    const { projectNumber, startedAtMs, retentionDays } = session;
    const origins = await this.#origins(projectId);
    const files = assets.map(({ url, kind, release }) => ({ url, kind, pin: pinOf(release, startedAtMs) }));
    if (!files.some(({ url }) => isAllowed(url, origins))) return;
    const until = new Date(startedAtMs + retentionDays * DAY_MS);
    const job = { key: String(projectNumber), payload: { projectNumber }, projectId, now: new Date(this.clock()) };
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await enqueue(tx, RECORDING_ASSETS, job);
      await wantAssets(this.index, { projectNumber, origins, depth: 0, until, files }, tx);
    });
    this.jobs.wake(RECORDING_ASSETS);
  }

  /** Fetches copies again whose objects are gone. @param hashes of their contents. */
  async restore(project: Omit<ProjectIdentity, 'retentionDays'>, hashes: readonly string[]): Promise<void> {
    const { id: projectId, number: projectNumber } = project;
    if (hashes.length === 0) return;
    const job = { key: String(projectNumber), payload: { projectNumber }, projectId, now: new Date(this.clock()) };
    await this.relational.client.$transaction(async (tx) => {
      await enqueue(tx, RECORDING_ASSETS, job);
      await this.index.setLost(projectNumber, hashes, tx);
    });
    this.jobs.wake(RECORDING_ASSETS);
  }

  /** Fetches some files, so that other projects have turns. @returns when to fetch the others. */
  async handle({ job, signal, fence }: MirrorContext): Promise<Date | undefined> {
    const { projectNumber } = job.payload;
    const project = (await findProjectsByNumber(this.relational.client, [projectNumber])).get(projectNumber);
    if (!project) return undefined;
    const origins = await this.#origins(project.id);
    const tools = { projectNumber, projectId: project.id, origins, signal, fence };
    await this.#fenced(tools, (tx) => this.index.giveUpOthers(projectNumber, origins, tx));
    const left = MIRROR_LIMITS.filesPerHour - (await this.index.attemptsOfHour(projectNumber));
    if (left <= 0) return new Date(this.clock() + PAUSE_MS);
    if ((await this.index.bytes(projectNumber)) + FILES.ofJob * MAX_ASSET_BYTES > MIRROR_LIMITS.bytes) {
      await this.#fenced(tools, (tx) => this.index.postpone(projectNumber, tx));
      return this.index.nextAt(projectNumber);
    }
    const due = await this.index.due(projectNumber, Math.min(left, FILES.ofJob));
    for (let at = 0; at < due.length; at += FILES.parallel) {
      signal.throwIfAborted();
      const group = due.slice(at, at + FILES.parallel);
      await Promise.all(group.map((row) => this.#mirror(row, tools)));
    }
    return this.index.nextAt(projectNumber);
  }

  async #mirror(row: AssetRow, tools: MirrorTools): Promise<void> {
    try {
      await this.#fetch(row, tools);
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      const { failure, message: detail, isTransient } = error;
      await this.#fenced(tools, (tx) => this.index.setFailed(row, { failure, detail, isTransient }, tx));
    }
  }

  async #fetch(row: AssetRow, tools: MirrorTools): Promise<void> {
    const { projectNumber, pin, url } = row;
    const { origins, signal } = tools;
    const kind = row.kind as AssetKind;
    // The index compares beginnings as patterns, in which some characters stand for any.
    if (!isAllowed(url, origins))
      throw new AssetError('not_mirrored', 'The project does not mirror this origin any more.', false);
    const { content, type, url: foundAt } = await fetchAsset(this.egress, { url, kind }, origins, signal);
    const style = kind === 'style' ? await this.#prepare(content, foundAt, signal) : { content, needs: [] };
    const sha256 = createHash('sha256').update(style.content).digest('hex');
    const files = style.needs.map((need) => ({ url: need.url, kind: need.kind, pin }));
    await this.#fenced(tools, async (tx) => {
      await this.objects.put(assetKey(projectNumber, sha256), style.content);
      const copy = { sha256, contentType: type, bytes: style.content.byteLength, needs: style.needs };
      const until = await this.index.setStored(row, copy, tx);
      if (until) await wantAssets(this.index, { projectNumber, origins, depth: row.depth + 1, until, files }, tx);
    });
  }

  async #prepare(content: Uint8Array, url: string, signal: AbortSignal): Promise<PreparedFile> {
    const source = { content, url, maxBytes: MAX_ASSET_BYTES };
    const style = await this.thread.prepareStyle(source, signal).catch((cause: unknown) => {
      signal.throwIfAborted();
      // Otherwise the same style sheet would keep the project from having any other file.
      throw new AssetError('failed', 'The style sheet could not be read.', false, { cause });
    });
    if (style) return style;
    throw new AssetError('too_large', 'The style sheet has too many addresses, or too long ones.', false);
  }

  /** The project cannot be deleted while an object is stored, so that its deletion finds the object. */
  async #fenced(
    { projectNumber, projectId, fence }: MirrorTools,
    write: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      if (!(await holdProject(tx, projectId))) return;
      await lockCopies(projectNumber, tx);
      await write(tx);
    });
  }

  async #origins(projectId: string): Promise<ReadonlySet<string>> {
    return new Set((await findReplaySettings(this.relational.client, projectId)).assetOrigins);
  }
}

type MirrorContext = Pick<JobContext<MirroredProject>, 'job' | 'signal' | 'fence'>;
type PreparedFile = { readonly content: Uint8Array; readonly needs: readonly AssetNeed[] };

interface MirrorTools {
  readonly projectNumber: number;
  readonly projectId: string;
  readonly origins: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly fence: Fence;
}
