import type { IconName } from '../ui/controls/icon.js';

/** An entry of the palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly icon: IconName;
  readonly run: () => void;
}
