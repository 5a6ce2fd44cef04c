/** A service cannot start for a reason that its operator has to remove. The message is one sentence for them; it is logged alone. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
