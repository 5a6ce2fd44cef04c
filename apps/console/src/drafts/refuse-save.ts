interface SaveState {
  /** Why the user's role does not permit it. */
  readonly role: string | undefined;
  readonly isChanged: boolean;
  /** The first thing that is missing or wrong. */
  readonly fault?: string | undefined;
  readonly isPending: boolean;
}

/** The reason a draft cannot be saved now; undefined if it can. */
export function refuseSave({ role, isChanged, fault, isPending }: SaveState): string | undefined {
  if (role !== undefined) return role;
  if (!isChanged) return 'Nothing was changed.';
  return fault ?? (isPending ? 'The request is being sent.' : undefined);
}
