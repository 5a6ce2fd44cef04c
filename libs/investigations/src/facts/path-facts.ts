/** The most traces of either side whose critical paths are compared. */
export const MAX_PATHS = 200;

/** The critical path of a trace with a request of the symptom, or with a normal one. */
export interface PathFact {
  readonly traceId: string;
  readonly isAbnormal: boolean;
  /** Service and operation of the root. */
  readonly service: string;
  readonly operation: string;
  readonly durationMs: number;
  /** The time that each operation is responsible for on the path; together, without gaps, the duration. */
  readonly parts: readonly PathPart[];
}

export interface PathPart {
  readonly service: string;
  readonly operation: string;
  readonly selfMs: number;
}
