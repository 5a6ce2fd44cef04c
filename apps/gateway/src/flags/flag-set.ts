import { compileFlag, jointNeeds, type CompiledFlag, type FlagDefinition, type JointNeeds } from '@svc/flags';
import { EventLoopYielder } from '@svc/runtime';
import { DecisionWriter } from './json/decision-json.js';

/** All flags of a project as of one moment, ready to be evaluated. */
export class FlagSet {
  /** Flags by key. */
  readonly flags: ReadonlyMap<string, CompiledFlag>;
  /** The same flags in the order of their keys. */
  readonly all: readonly CompiledFlag[];
  /** Writers of answers, one for each flag, in the same order. */
  readonly writers: readonly DecisionWriter[];
  readonly writersByKey: ReadonlyMap<string, DecisionWriter>;
  /** The properties that all flags together depend on. */
  readonly needs: JointNeeds;

  private constructor(
    /** Counts the changes of the project's flags. */
    readonly version: bigint,
    flags: readonly CompiledFlag[],
  ) {
    this.flags = new Map(flags.map((flag) => [flag.definition.key, flag]));
    this.all = [...this.flags.values()];
    this.writers = this.all.map((flag) => new DecisionWriter(flag));
    this.writersByKey = new Map(this.writers.map((writer) => [writer.flag.definition.key, writer]));
    this.needs = jointNeeds(this.all);
  }

  /** Lets other requests run while it compiles: a project may have thousands of conditions. */
  static async compile(version: bigint, definitions: readonly FlagDefinition[]): Promise<FlagSet> {
    const yielder = new EventLoopYielder(1);
    const flags: CompiledFlag[] = [];
    for (const definition of definitions) {
      flags.push(compileFlag(definition));
      if (yielder.isDue()) await yielder.yield();
    }
    return new FlagSet(version, flags);
  }
}
