import { Inject, Injectable } from '@nestjs/common';
import { findReplaySettings } from '@svc/directory';
import type { RecordedSession } from '@svc/recordings';
import type { Relational } from '@svc/relational';
import type { AssetKind } from '@svc/replay';
import { RELATIONAL } from '@svc/runtime';
import { statesOf, type AssetStates, type NeededAsset } from '../reads/asset-states.js';
import type { SessionShape } from '../reads/session-shape.js';
import type { SummaryRow } from '../reads/summaries.query.js';
import { AssetIndex } from './asset-index.js';
import { assetLevels, type PinnedAsset } from './asset-levels.js';
import { pinOf } from './asset-pin.js';
import { copyPlaces, type CopyPlace } from './copy-places.js';

/** Copies that are sent with a recording, and their bytes, each counted for every window; of what is needed later, none is. */
const MAX_SENT = { copies: 10_000, bytes: 64 * 1024 * 1024 } as const;

/** A copy that a player needs. */
export interface AssetCopy extends CopyPlace {
  /** Among those of the recording. */
  readonly name: string;
  readonly url: string;
  readonly type: string;
  readonly sha256: string;
}

/** A recording as far as its files matter. */
export interface SummarizedRecording {
  readonly session: RecordedSession;
  readonly summary: SummaryRow | undefined;
}

/** The files of sites that recordings need. */
@Injectable()
export class RecordingAssets {
  constructor(
    private readonly index: AssetIndex,
    @Inject(RELATIONAL) private readonly relational: Relational,
  ) {}

  /** @returns undefined before the recording is summarized. */
  async states(recording: SummarizedRecording, projectId: string): Promise<AssetStates | undefined> {
    if (!recording.summary) return undefined;
    const { assetOrigins } = await findReplaySettings(this.relational.client, projectId);
    return statesOf(await this.needed(recording), new Set(assetOrigins));
  }

  /** The copies that a player needs, in the order of their first use, at most 64 MiB. */
  async copies(recording: SummarizedRecording, shape: SessionShape): Promise<AssetCopy[]> {
    const placesOf = copyPlaces(shape, recording.session.startedAtMs);
    const copies: AssetCopy[] = [];
    let bytes = 0;
    for (const { url, pin, row } of await this.needed(recording)) {
      if (!row?.sha256) continue;
      const { key, sha256, contentType: type } = row;
      for (const place of placesOf(pin)) {
        bytes += row.bytes;
        if (bytes > MAX_SENT.bytes || copies.length === MAX_SENT.copies) return copies;
        copies.push({ name: `${key} ${place.windowId}`, url, type, sha256, ...place });
      }
    }
    return copies;
  }

  /** What a recording needs, and what the style sheets among it need in turn, at most 2,000, in the order of their first use. */
  async needed({ session, summary }: SummarizedRecording): Promise<NeededAsset[]> {
    if (!summary) return [];
    const { projectNumber, startedAtMs } = session;
    const levels = assetLevels(wantedOf(summary, startedAtMs), (styles) => this.index.needs(projectNumber, styles));
    const needed: NeededAsset[] = [];
    for await (const level of levels) {
      const rows = await this.index.find(
        projectNumber,
        level.map(({ name }) => name),
      );
      for (const { name, url, kind, pin } of level) needed.push({ url, kind, pin, row: rows.get(name) });
    }
    return needed;
  }
}

/** Columns of summaries that were stored before they had resources are empty. */
function wantedOf(summary: SummaryRow, startedAtMs: number): PinnedAsset[] {
  return summary.assets_url.map((url, nth) => ({
    url,
    kind: summary.assets_kind[nth] as AssetKind,
    pin: pinOf(summary.assets_release[nth] ?? '', startedAtMs),
  }));
}
