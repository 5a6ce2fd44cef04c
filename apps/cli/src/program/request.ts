import type { Command } from '../command/command.js';
import type { RawFlags } from '../command/flag.js';

/** What a command line asks for. */
export type Request = { readonly kind: 'help'; readonly text: string } | RunRequest;

export interface RunRequest {
  readonly kind: 'run';
  readonly command: Command;
  /** By name. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Further values of an argument that repeats. */
  readonly more: readonly string[];
  readonly flags: RawFlags;
  readonly globals: RawFlags;
}
