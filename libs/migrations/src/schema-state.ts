import { CannotStart } from '@svc/observability';

/** The difference between the schema of a store and the one that this version of the service creates. */
export interface SchemaState {
  /** Names of migrations of this version that the store does not have, in order. */
  readonly pending: readonly string[];
  /** Names of migrations that later versions applied. This version works with them. */
  readonly newer: readonly string[];
  /** Names of migrations of other versions with which this version does not work. */
  readonly unreadable: readonly string[];
}

/**
 * Compares the migrations of this version with those that a store has.
 *
 * A migration only adds, so earlier versions work with it. One that removes or changes something ends with `__needs_` and the name of
 * the first migration whose version no longer uses it, such as `0009_drop_plan__needs_0007_billing`: an earlier version works with it
 * only if it knows that migration.
 */
export function compareSchema(known: readonly string[], applied: readonly string[]): SchemaState {
  const ours = new Set(known);
  const theirs = new Set(applied);
  const foreign = applied.filter((name) => !ours.has(name));
  const isReadable = (name: string): boolean => {
    const [, needed] = NEEDS.exec(name) ?? [];
    return needed === undefined || ours.has(needed);
  };
  return {
    pending: known.filter((name) => !theirs.has(name)),
    newer: foreign.filter(isReadable),
    unreadable: foreign.filter((name) => !isReadable(name)),
  };
}

const NEEDS = /__needs_(.+)$/;

/**
 * Lets a service start only with a schema that it works with.
 *
 * @param store as operators call it: `Postgres`.
 * @throws CannotStart with one sentence for the operator.
 */
export function requireSchema(store: string, state: SchemaState): void {
  requireReadable(store, state);
  const [missing] = state.pending;
  if (missing !== undefined)
    throw new CannotStart(
      `The schema of ${store} is older than this version needs: ${missing} is missing. Run \`svc-admin migrate\` of this version.`,
    );
}

/** Like `requireSchema`, for a process that migrates the store and so may find it older. */
export function requireReadable(store: string, { unreadable }: SchemaState): void {
  const [changed] = unreadable;
  if (changed !== undefined)
    throw new CannotStart(
      `The schema of ${store} is newer than this version can read: another version applied ${changed}. Start that version, or restore a backup.`,
    );
}
