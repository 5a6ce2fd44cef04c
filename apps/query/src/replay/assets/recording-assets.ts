import { Inject, Injectable } from '@nestjs/common';
import { findReplaySettings } from '@svc/directory';
import type { RecordedSession } from '@svc/recordings';
import type { Relational } from '@svc/relational';
import { WANTED_LIMITS, type AssetKind, type WantedAsset } from '@svc/replay';
import { RELATIONAL } from '@svc/runtime';
import type { SummaryRow } from '../reads/summaries.query.js';
import { AssetIndex, needsOf } from './asset-index.js';
import { assetName, pinOf } from './asset-pin.js';
import { statesOf, type AssetStates, type NeededAsset } from './asset-states.js';

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

  /** What a recording needs, and what the style sheets among it need in turn, at most 2,000, in the order of their first use. */
  async needed({ session, summary }: SummarizedRecording): Promise<NeededAsset[]> {
    if (!summary) return [];
    const { projectNumber, startedAtMs } = session;
    const needed = new Map<string, NeededAsset>();
    let level: readonly WantedAsset[] = wantedOf(summary);
    while (level.length > 0) {
      const named = new Map(level.map((asset) => [assetName(pinOf(asset.release, startedAtMs), asset.url), asset]));
      const fresh = [...named].filter(([name]) => !needed.has(name)).slice(0, WANTED_LIMITS.assets - needed.size);
      const rows = await this.index.find(
        projectNumber,
        fresh.map(([name]) => name),
      );
      for (const [name, { url, kind, release }] of fresh) needed.set(name, { url, kind, release, row: rows.get(name) });
      level = fresh.flatMap(([name, { release }]) => {
        const row = rows.get(name);
        return row?.sha256 == null ? [] : needsOf(row).map(({ url, kind }) => ({ url, kind, release }));
      });
    }
    return [...needed.values()];
  }
}

/** Columns of summaries that were stored before they had resources are empty. */
function wantedOf(summary: SummaryRow): WantedAsset[] {
  return summary.assets_url.map((url, nth) => ({
    url,
    kind: summary.assets_kind[nth] as AssetKind,
    release: summary.assets_release[nth] ?? '',
  }));
}
