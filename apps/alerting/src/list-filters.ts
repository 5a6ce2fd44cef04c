/** The values of a repeated filter without duplicates, in an order that does not depend on the request. */
export function distinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted();
}
