import { operations, type Operation } from '@svc/contract';

/** The rules for requests of an operation: its scope, the project in its request, and the reading of its body. */
const toRules = ({ method, body, streamedBody = '', project, scope, pathParameters }: Operation): string =>
  [method, body !== undefined, streamedBody, project, scope !== undefined, pathParameters.length].join();

/** One operation of each kind. */
export const REPRESENTATIVES: ReadonlySet<Operation | undefined> = new Set(
  [...Map.groupBy(operations, toRules).values()].map(([first]) => first),
);

/** Everything that breaks a rule, for one operation of each kind; the first of it for the others, which must have the rule too. */
export const variantsFor = <Variant>(operation: Operation, ...variants: Variant[]): Variant[] =>
  REPRESENTATIVES.has(operation) ? variants : variants.slice(0, 1);
