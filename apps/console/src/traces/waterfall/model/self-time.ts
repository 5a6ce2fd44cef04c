/** The time of each node that none of its children covers. Children are in the order of their starts. */
export function toSelfTimes(start: Float64Array, end: Float64Array, size: Int32Array): Float64Array {
  return start.map((from, node) => {
    const until = end[node] ?? 0;
    const last = node + (size[node] ?? 0);
    let covered = from;
    let self = 0;
    for (let child = node + 1; child <= last; child += (size[child] ?? 0) + 1) {
      const childStart = Math.min(start[child] ?? 0, until);
      if (childStart > covered) self += childStart - covered;
      covered = Math.max(covered, Math.min(end[child] ?? 0, until));
    }
    return self + until - covered;
  });
}
