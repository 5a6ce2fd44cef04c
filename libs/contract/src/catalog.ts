import type { DescFile } from '@bufbuild/protobuf';
import { findUnsupported } from './json/supported.js';
import type { Operation } from './operation.js';
import { readOperation } from './read-operation.js';

/**
 * Reads the operations of every service in `files`.
 *
 * @throws Error with every invalid declaration. Every process imports this module at its start, so an invalid declaration
 *   stops the start.
 */
export function readCatalog(
  files: readonly DescFile[],
  comments: Readonly<Record<string, string>>,
): readonly Operation[] {
  const problems: string[] = [];
  const operations: Operation[] = [];
  for (const rpc of files.flatMap((file) => file.services.flatMap((service) => service.methods))) {
    const name = `${rpc.parent.typeName}.${rpc.name}`;
    const reading = readOperation(rpc, comments[name] ?? '');
    const answer = reading.operation?.answer ?? rpc.output;
    const found = [...reading.problems, ...findUnsupported(rpc.input), ...findUnsupported(answer)];
    problems.push(...found.map((problem) => `${name}: ${problem}`));
    if (reading.operation) operations.push(reading.operation);
  }
  problems.push(...findCollisions(operations));
  if (problems.length > 0) throw new Error(`The contract cannot be served:\n  ${problems.join('\n  ')}`);
  return operations.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function findCollisions(operations: readonly Operation[]): string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const { id, method, path } of operations) {
    for (const key of [id, `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`]) {
      const other = seen.get(key);
      if (other !== undefined) problems.push(`${id}: "${key}" is already taken by ${other}`);
      seen.set(key, id);
    }
  }
  return problems;
}
