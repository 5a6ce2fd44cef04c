/** A key of the page, such as `j`, `shift+x`, `mod+k`, or two in a row: `g l`. */
export interface KeyBinding {
  readonly keys: string;
  readonly label: string;
  readonly run: (event: KeyboardEvent) => void;
  /** Works in text fields too. */
  readonly inFields?: boolean;
}

export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
  /** A group with the same keys as others of its kind, such as those of lists, of which the one that was used last has them. */
  readonly kind?: string;
  /** Leaves shared keys to the groups that are there, until it is preferred. */
  readonly yields?: boolean;
}

/** Time within which the second key of two must follow, in milliseconds. */
const SEQUENCE_MS = 1200;

/** The keys that work at the moment. A group that was added later takes precedence. */
export class KeyRegistry {
  #groups: readonly KeyGroup[] = [];
  #pending: { readonly key: string; readonly atMs: number } | undefined;

  constructor(private readonly isMac: boolean) {}

  get groups(): readonly KeyGroup[] {
    return this.#groups;
  }

  /** Returns a function that removes the group. */
  add(group: KeyGroup): () => void {
    this.#groups = group.yields === true ? [...this.#groups, group] : [group, ...this.#groups];
    return () => {
      this.#groups = this.#groups.filter((other) => other !== group);
    };
  }

  /** Runs the binding of a pressed key; returns whether there is one. */
  handle(event: KeyboardEvent): boolean {
    if (event.isComposing || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return false;
    const isInField = isTextField(event.target);
    const pressed = this.toName(event);
    // Both press a button that has the focus.
    if ((pressed === 'space' || pressed === 'enter') && isButton(event.target)) return false;
    const pending = this.#pending;
    this.#pending = undefined;
    const bindings = this.#groups
      .flatMap((group) => group.bindings)
      .filter(({ inFields }) => !isInField || inFields === true);
    if (pending && event.timeStamp - pending.atMs < SEQUENCE_MS) {
      if (this.#run(bindings, `${pending.key} ${pressed}`, event)) return true;
    }
    if (this.#run(bindings, pressed, event)) return true;
    if (bindings.some(({ keys }) => keys.startsWith(`${pressed} `)))
      this.#pending = { key: pressed, atMs: event.timeStamp };
    return false;
  }

  /** Gives a group the keys that it shares with others of its kind; those of other kinds keep their precedence. */
  prefer(group: KeyGroup): void {
    const isOfKind = (other: KeyGroup): boolean => other.kind !== undefined && other.kind === group.kind;
    if (!this.#groups.includes(group) || !isOfKind(group)) return;
    const others = this.#groups.filter((other) => isOfKind(other) && other !== group);
    // The groups of the kind keep their places, of which the preferred one gets the first.
    const order = [group, ...others].values();
    this.#groups = this.#groups.map((other) => (isOfKind(other) ? (order.next().value ?? other) : other));
  }

  /** The name of a pressed key as bindings have it. Shift is part of the name only for keys that it does not change. */
  toName({
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
  }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
    const isMod = this.isMac ? metaKey : ctrlKey;
    const isLetter = /^[a-z]$/i.test(key);
    const shifts = shiftKey && (isLetter || key.length > 1);
    const name = isLetter ? key.toLowerCase() : key === ' ' ? 'space' : key.length > 1 ? key.toLowerCase() : key;
    const others = (this.isMac ? ctrlKey : metaKey) ? 'other+' : '';
    return `${others}${isMod ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shifts ? 'shift+' : ''}${name}`;
  }

  #run(bindings: readonly KeyBinding[], pressed: string, event: KeyboardEvent): boolean {
    const binding = bindings.find(({ keys }) => keys === pressed);
    if (!binding) return false;
    event.preventDefault();
    binding.run(event);
    return true;
  }
}

function isTextField(target: EventTarget | null): boolean {
  const element = target as Partial<HTMLElement> | null;
  const name = element?.tagName?.toLowerCase();
  return name === 'input' || name === 'textarea' || name === 'select' || element?.isContentEditable === true;
}

function isButton(target: EventTarget | null): boolean {
  return /^(button|summary|a)$/i.test((target as Partial<HTMLElement> | null)?.tagName ?? '');
}

/** The keys as they are printed on the keyboard. */
export function formatKeys(keys: string, isMac: boolean): readonly string[] {
  const names: Readonly<Record<string, string>> = {
    mod: isMac ? '⌘' : 'Ctrl',
    shift: isMac ? '⇧' : 'Shift',
    alt: isMac ? '⌥' : 'Alt',
    arrowup: '↑',
    arrowdown: '↓',
    arrowleft: '←',
    arrowright: '→',
    enter: 'Enter',
    escape: 'Esc',
    space: 'Space',
  };
  return keys.split(' ').map((stroke) =>
    stroke
      .split('+')
      .map((part) => names[part] ?? part)
      .join(isMac ? '' : '+'),
  );
}
