/** The key of a row in a list that is sorted by a time and then by ID. */
export type TimeKey<Time extends string> = Readonly<Record<Time, Date>> & { readonly id: string };

/**
 * The condition for the rows after a key in a list that is sorted by a time and then by ID, both descending. All rows match if the key is
 * undefined.
 *
 * @param time the field with the time, e.g. `createdAt`.
 */
export function beforeKey<Time extends string>(time: Time, after: TimeKey<Time> | undefined) {
  if (!after) return {};
  const at: Date = after[time];
  const timeIs = <Condition>(condition: Condition) => ({ [time]: condition }) as Record<Time, Condition>;
  // The first condition is redundant, but the index can start from it.
  return { AND: [timeIs({ lte: at }), { OR: [timeIs({ lt: at }), { id: { lt: after.id } }] }] };
}
