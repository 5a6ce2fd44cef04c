import { compileFlag, type CompiledFlag } from '@svc/flags';
import { toDefinition } from '../flag.message.js';
import { jointNeeds, type JointNeeds } from '../decide/needs.js';
import type { ProjectFlags } from '../flags.repository.js';
import { snapshotDocument, type SnapshotDocument } from './snapshot-document.js';

/** All flags of a project as of one moment, ready to be evaluated and to be handed out. */
export class FlagSet {
  /** Counts the changes of the project's flags. */
  readonly version: bigint;
  /** By key. */
  readonly flags: ReadonlyMap<string, CompiledFlag>;
  /** The same in the order of their keys. */
  readonly all: readonly CompiledFlag[];
  /** What all of them look at. */
  readonly needs: JointNeeds;
  #document: SnapshotDocument | undefined;

  constructor(
    readonly projectId: string,
    private readonly content: ProjectFlags,
  ) {
    this.version = content.snapshot?.version ?? 0n;
    this.flags = new Map(content.flags.map((flag) => [flag.key, compileFlag(toDefinition(flag))]));
    this.all = [...this.flags.values()];
    this.needs = jointNeeds(this.all, this.flags);
  }

  /** Made when it is first asked for. */
  get document(): SnapshotDocument {
    return (this.#document ??= snapshotDocument(this.projectId, this.content, this.all));
  }
}
