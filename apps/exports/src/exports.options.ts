/** Injection token of the limits and addresses of the process. */
export const EXPORTS_OPTIONS = Symbol('ExportsOptions');

export interface ExportsOptions {
  /** Base of the addresses from which files are downloaded; they are relative to the interface when absent. */
  readonly publicUrl?: string | undefined;
  /** Signs the addresses of downloads; the same in all processes. */
  readonly secret: string;
  readonly limits: ExportLimits;
}

/** 0 means no limit, except for `concurrency` and `leaseMs`. */
export interface ExportLimits {
  /** Exports that a project can create within an hour. */
  readonly createsPerHour: number;
  /** Exports of a project that run at the same time. */
  readonly runningPerProject: number;
  /** Exports that this process runs at the same time. */
  readonly concurrency: number;
  /** Milliseconds after the last sign of life of a worker until another one takes its export over. */
  readonly leaseMs: number;
  /** Downloads of a project that one process serves at the same time. */
  readonly downloadsPerProject: number;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly maxSeconds: number;
}

/** The defaults of the settings. */
export const DEFAULT_LIMITS: ExportLimits = {
  createsPerHour: 10,
  runningPerProject: 3,
  concurrency: 4,
  leaseMs: 30_000,
  downloadsPerProject: 10,
  maxRows: 100_000_000,
  maxBytes: 50 * 1024 ** 3,
  maxSeconds: 6 * 3_600,
};
