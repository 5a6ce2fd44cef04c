import { compileFlag, type CompiledFlag, type FlagDefinition } from '@svc/flags';
import { DecisionWriter } from './decision-json.js';
import { jointNeeds, type JointNeeds } from './needs.js';

/** All flags of a project as of one moment, ready to be evaluated. */
export class FlagSet {
  /** By key. */
  readonly flags: ReadonlyMap<string, CompiledFlag>;
  /** The same in the order of their keys. */
  readonly all: readonly CompiledFlag[];
  /** What writes their answers: one for each, in the same order. */
  readonly writers: readonly DecisionWriter[];
  readonly writersByKey: ReadonlyMap<string, DecisionWriter>;
  /** What all of them look at. */
  readonly needs: JointNeeds;

  constructor(
    /** Counts the changes of the project's flags. */
    readonly version: bigint,
    definitions: readonly FlagDefinition[],
  ) {
    this.flags = new Map(definitions.map((definition) => [definition.key, compileFlag(definition)]));
    this.all = [...this.flags.values()];
    this.writers = this.all.map((flag) => new DecisionWriter(flag));
    this.writersByKey = new Map(this.writers.map((writer) => [writer.flag.definition.key, writer]));
    this.needs = jointNeeds(this.all);
  }
}
