/**
 * The name of a part identifies the inserts that it contains: blocks are numbered, and a merged part spans the numbers
 * of its sources.
 */
export interface PartName {
  readonly partition: string;
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly level: number;
  readonly mutation: number;
}

/** `<partition>_<first block>_<last block>_<level>[_<mutation>]` */
export function parsePartName(name: string): PartName | undefined {
  const match = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/.exec(name);
  if (!match) return undefined;
  const [, partition = '', firstBlock, lastBlock, level, mutation] = match;
  return {
    partition,
    firstBlock: Number(firstBlock),
    lastBlock: Number(lastBlock),
    level: Number(level),
    mutation: Number(mutation ?? 0),
  };
}

/** Whether `whole` contains the rows of `part`. */
export function covers(whole: PartName, part: PartName): boolean {
  return (
    whole.partition === part.partition &&
    whole.firstBlock <= part.firstBlock &&
    whole.lastBlock >= part.lastBlock &&
    whole.level >= part.level
  );
}
