import { SeenIds } from './seen-ids.js';

/** How the texts of a node are treated: like CSS, like what is typed, or not at all because a browser would run or parse them. */
export type NodeKind = 'css' | 'typed' | 'code';

/** Nodes that a memory has at most; one page rarely has a hundred. */
const MAX_NODES = 20_000;
/** Fields whose values are kept, of one page; others are masked. */
const MAX_FIELDS = 200;
/** Password fields of all pages of a window; after so many, every field counts as one. */
const MAX_PASSWORDS = 1_000;
/** Ranges of `SeenIds` that a memory keeps at most; a page of which nothing is missing has one. */
const MAX_RANGES = 2_000;

/** What of a memory is kept between two chunks of a window. */
export interface RememberedNodes {
  readonly isWhole: boolean;
  /** IDs of nodes by their kind. */
  readonly nodes: Readonly<Partial<Record<NodeKind, readonly number[]>>>;
  /** IDs of elements that show another document. */
  readonly frames: readonly number[];
  /**
   * IDs of inputs whose values the project keeps, with the names by which it allows that; absent if there are none, and if chunks can be
   * missing unnoticed: one of them may have made the field another one.
   */
  readonly fields?: readonly (readonly [id: number, name: string])[];
  /** IDs of inputs that once were password fields; absent if there are none. */
  readonly passwords?: readonly number[];
  /** The nodes that were seen, as ranges of `SeenIds`; absent if no chunk can be missing unnoticed. */
  readonly seen?: readonly number[] | undefined;
}

/** What is still known of a window when a chunk is missing: never less than which of its fields are secret. */
export function afterGap({ passwords = [], seen }: RememberedNodes): RememberedNodes {
  return { isWhole: false, nodes: {}, frames: [], passwords, ...(seen && { seen: [] }) };
}

/** Adds the password fields that are known from other chunks of the window. */
export function withPasswordsOf(nodes: RememberedNodes, other: RememberedNodes | undefined): RememberedNodes {
  if (!other?.passwords) return nodes;
  const passwords = [...new Set([...other.passwords, ...(nodes.passwords ?? [])])].slice(0, MAX_PASSWORDS);
  return { ...nodes, passwords };
}

/**
 * The nodes of a page whose texts are not ordinary ones. Later changes name nodes only by their ID, so without this memory the text of a
 * `textarea` and that of a heading look alike.
 */
export class NodeMemory {
  readonly #kinds = new Map<number, NodeKind>();
  readonly #frames = new Set<number>();
  readonly #fields = new Map<number, string>();
  /** A page that begins does not empty it: a field keeps its ID when its page is recorded from the start again. */
  readonly #passwords = new Set<number>();
  #isWhole: boolean;
  #seen: SeenIds | undefined;

  private constructor(isWhole: boolean, seen?: SeenIds) {
    this.#isWhole = isWhole;
    this.#seen = seen;
  }

  /**
   * A memory that knows nothing of the page: every change of a text counts as typed until the next full snapshot.
   *
   * @param mayMiss whether chunks can be missing unnoticed, so that afterwards only nodes that were seen count as known.
   */
  static unknown(mayMiss = false): NodeMemory {
    return new NodeMemory(false, mayMiss ? new SeenIds() : undefined);
  }

  static from({ isWhole, nodes, frames, fields = [], passwords = [], seen }: RememberedNodes): NodeMemory {
    const memory = new NodeMemory(isWhole, seen && new SeenIds(seen));
    for (const [kind, ids] of Object.entries(nodes)) for (const id of ids) memory.#kinds.set(id, kind as NodeKind);
    for (const id of frames) memory.#frames.add(id);
    for (const id of passwords) memory.protect(id);
    for (const [id, name] of fields) memory.setField(id, name);
    return memory;
  }

  /** Whether every node of another kind than ordinary is known. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Begins with a page of which everything is known, because its full snapshot follows. */
  begin(): void {
    this.#kinds.clear();
    this.#frames.clear();
    this.forgetFields();
    this.#seen &&= new SeenIds();
    this.#isWhole = true;
  }

  /** Notes that the page has nodes whose kind is not known any more. */
  lose(): void {
    this.#isWhole = false;
  }

  kindOf(id: number): NodeKind | undefined {
    return this.#kinds.get(id) ?? (this.#isKnown(id) ? undefined : 'typed');
  }

  /** Whether an element shows another document, or may do so, because it is not known. */
  mayBeFrame(id: number): boolean {
    return this.#frames.has(id) || !this.#isKnown(id);
  }

  set(id: number, kind: NodeKind | undefined, isFrame = false): void {
    this.#seen?.add(id);
    if (isFrame) this.#frames.add(id);
    else this.#frames.delete(id);
    if (kind === undefined) this.#kinds.delete(id);
    else this.#kinds.set(id, kind);
    if (this.#kinds.size + this.#frames.size > MAX_NODES) this.lose();
  }

  /** The name by which the project keeps the value of a field. */
  fieldOf(id: number): string | undefined {
    return this.#fields.get(id);
  }

  /** @param name undefined if the value is not kept. */
  setField(id: number, name: string | undefined): void {
    const isSecret = this.#passwords.has(id) || this.#passwords.size >= MAX_PASSWORDS;
    this.#fields.delete(id);
    if (name !== undefined && !isSecret && this.#fields.size < MAX_FIELDS) this.#fields.set(id, name);
  }

  forgetFields(): void {
    this.#fields.clear();
  }

  /** Notes a password field, whose value is never kept in this window, whatever becomes of the field. */
  protect(id: number): void {
    this.#fields.delete(id);
    if (this.#passwords.size < MAX_PASSWORDS) this.#passwords.add(id);
    else this.forgetFields();
  }

  remember(): RememberedNodes {
    const seen = this.#seen?.toRanges();
    if (seen && seen.length > 2 * MAX_RANGES) this.lose();
    const nodes: Partial<Record<NodeKind, number[]>> = {};
    if (this.#isWhole) for (const [id, kind] of this.#kinds) (nodes[kind] ??= []).push(id);
    const frames = this.#isWhole ? [...this.#frames] : [];
    return {
      isWhole: this.#isWhole,
      nodes,
      frames,
      ...(this.#isWhole && !seen && this.#fields.size > 0 && { fields: [...this.#fields] }),
      ...(this.#passwords.size > 0 && { passwords: [...this.#passwords] }),
      ...(seen && { seen: this.#isWhole ? seen : [] }),
    };
  }

  #isKnown(id: number): boolean {
    return this.#isWhole && (this.#seen?.has(id) ?? true);
  }
}
