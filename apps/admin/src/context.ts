import type { AdminConfig } from './admin.settings.js';

/** The context that each command receives. */
export interface AdminContext {
  /** Reads the settings when a command needs them, so that help needs none. */
  readonly config: () => AdminConfig;
  /** Writes one line to standard output. */
  readonly print: (line: string) => void;
  /** Writes one line to standard error. */
  readonly printError: (line: string) => void;
  /** The time for which a command waits for a store that does not respond. */
  readonly patienceMs: number;
}

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  /** `migrate --check` found migrations that are not applied. */
  pending: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
