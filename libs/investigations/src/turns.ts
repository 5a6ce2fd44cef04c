/** Says when other work of the process should run, and lets it: long work asks after each of its steps. */
export interface Turns {
  isDue(): boolean;
  yield(): Promise<void>;
}
