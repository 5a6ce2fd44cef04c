/** A setting or a rule that was changed successfully, as the audit log records it: never a value. */
export interface SettingFact {
  /** ID of the operation, such as `settings.config_set`. */
  readonly operation: string;
  /** The ID or the name of what was changed; absent for the project itself. */
  readonly target?: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** ID of the key or user. */
  readonly changedBy: string;
  /** The scope that shows what was changed. */
  readonly scope: string;
}

export interface SettingFacts {
  readonly changes: readonly SettingFact[];
  /** Whether all changes of the window are among them. */
  readonly isComplete: boolean;
}
