import type { Command } from '../command/command.js';
import type { RawFlags } from '../command/flag.js';

/** The request of a command line: help or the run of a command. */
export type Request = HelpRequest | RunRequest;

export interface HelpRequest {
  readonly kind: 'help';
  readonly text: string;
  /** The command that the help is about; absent for a group. */
  readonly command?: Command;
}

export interface RunRequest {
  readonly kind: 'run';
  readonly command: Command;
  /** Values by argument name. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Further values of a repeating argument. */
  readonly more: readonly string[];
  readonly flags: RawFlags;
  readonly globals: RawFlags;
}
