import type { Grouping } from '@svc/stacks';
import type { SymbolicatedException } from '@svc/symbols';

/** A variant that no issue is known for yet, with everything that is needed to find or create its issue. */
export interface NewVariant {
  readonly variant: string;
  readonly platform: string;
  readonly release: string;
  readonly dist: string;
  readonly level: string;
  readonly type: string;
  readonly title: string;
  readonly culprit: string;
  readonly sampleTime: bigint;
  /** 32 hexadecimal digits. */
  readonly sampleId: string;
  /** The hash that decides, with the frames and texts that it was computed from. */
  readonly grouping: Grouping;
  /** Hashes of earlier versions of grouping, the newest first. */
  readonly earlierHashes: readonly string[];
  readonly symbolication: VariantSymbolication;
}

/** The effect of symbol files on a variant. */
export interface VariantSymbolication {
  /** none if no frame needs symbol files. */
  readonly status: 'none' | 'complete' | 'partial' | 'missing';
  /** The readable exceptions; undefined while there are none. */
  readonly exceptions?: readonly SymbolicatedException[];
}

/** The culprit that a variant has because symbol files made its stack readable; '' if they did not. */
export function readableCulprit(culprit: string, { status }: VariantSymbolication): string {
  return status === 'complete' || status === 'partial' ? culprit : '';
}
