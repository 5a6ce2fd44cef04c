import { slicePiece } from './chunk-body.js';
import { placeOf, type PagePlace, type Slice } from './slice.js';

/** Slices of an event that lacks others. */
export interface WaitingEvent extends PagePlace {
  readonly seq: number;
  readonly total: number;
  readonly pieces: readonly WaitingPiece[];
}

export interface WaitingPiece {
  /** The number of the slice in its event, from 1. */
  readonly index: number;
  /** Its part of the request for the event, in UTF-8. */
  readonly bytes: Uint8Array;
}

/**
 * What may wait of one request: pieces, their bytes, and the bytes of each, which is encrypted in one step. The recorder of HyperDX makes
 * slices of 950 KiB, so a request of 16 MiB has fewer than twenty.
 */
const MAX_WAITING = { pieces: 128, bytes: 6 * 1024 * 1024, pieceBytes: 2 * 1024 * 1024 } as const;

/** Makes pieces of the slices of incomplete events, as long as the request has room for all slices of an event. */
export function toWaiting(groups: readonly (readonly Slice[])[]): {
  readonly waiting: readonly WaitingEvent[];
  /** Slices that had no room. */
  readonly tooMany: number;
} {
  const waiting: WaitingEvent[] = [];
  let [pieceCount, byteCount, tooMany] = [0, 0, 0];
  for (const slices of groups) {
    const [first] = slices;
    const hasRoom = pieceCount + slices.length <= MAX_WAITING.pieces;
    const pieces = hasRoom ? toPieces(slices, MAX_WAITING.bytes - byteCount) : undefined;
    if (first && pieces) {
      pieceCount += pieces.length;
      byteCount += pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
      waiting.push({ ...placeOf(first), total: first.total, pieces });
    } else tooMany += slices.length;
  }
  return { waiting, tooMany };
}

/** The pieces of slices; undefined if one or all of them have too many bytes. */
function toPieces(slices: readonly Slice[], maxBytes: number): WaitingPiece[] | undefined {
  const pieces: WaitingPiece[] = [];
  let left = maxBytes;
  for (const slice of slices) {
    const most = Math.min(left, MAX_WAITING.pieceBytes);
    // Quoting makes no text shorter but up to six times as long, so a text that cannot fit is not quoted.
    if (slice.text.length > most) return undefined;
    const bytes = Buffer.from(slicePiece(slice));
    if (bytes.byteLength > most) return undefined;
    left -= bytes.byteLength;
    pieces.push({ index: slice.index, bytes });
  }
  return pieces;
}
